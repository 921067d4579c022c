import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { generate } from 'mqtt-packet'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '#server/testing/certificate.ts'
import { type Certificate, startBroker } from './broker.ts'
import type { Sender } from './broker-session.ts'
import { createStrangers } from './strangers.ts'

/** Opens connections of one address each time; those that had to go are in `isGone`. */
function openDoor(areNetworksKnown: boolean) {
  const strangers = createStrangers(areNetworksKnown)
  let remotePort = 1_024
  return {
    strangers,
    admit(remoteAddress: string, count = 1) {
      return Array.from({ length: count }, () => {
        remotePort += 1
        const connection = Object.assign(new PassThrough(), { remoteAddress, remotePort, localAddress: '192.0.2.1' })
        strangers.admit(connection)
        return connection
      })
    },
  }
}
const goneOf = (connections: readonly PassThrough[]) =>
  connections.flatMap(({ destroyed }, at) => (destroyed ? at : []))

describe('places before the login', () => {
  it('are twenty for an address, a hundred for all networks of an IPv6 subscriber; the oldest goes', () => {
    const { admit } = openDoor(true)
    const other = admit('198.51.100.1')
    expect(goneOf(admit('203.0.113.7', 22))).toEqual([0, 1])
    const network = admit('2001:db8:1:2::5', 20)
    expect(goneOf(network)).toEqual([])
    const networks = Array.from({ length: 90 }, (_, at) => admit(`2001:db8:1:${(at + 16).toString(16)}::1`)).flat()
    expect(goneOf(networks)).toEqual([])
    expect(goneOf(network)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(goneOf(other)).toEqual([])
  })

  it('are free again after a login, or an end of the connection', async () => {
    const { admit, strangers } = openDoor(true)
    const first = admit('203.0.113.7', 20)
    for (const connection of first.slice(0, 10)) strangers.release(connection)
    for (const connection of first.slice(10)) {
      connection.destroy()
      await once(connection, 'close')
    }
    admit('203.0.113.7', 20)
    expect(goneOf(first.slice(0, 10))).toEqual([])
  })

  it('that are all taken cost the network with the most its oldest', () => {
    const { admit } = openDoor(true)
    const [calm] = admit('192.0.2.77')
    const attackers = Array.from({ length: 25 }, (_, at) => admit(`203.0.113.${at}`, 20)).flat()
    expect(goneOf(attackers).length).toBe(1)
    const [next] = admit('192.0.2.78')
    expect(goneOf(attackers).length).toBe(2)
    expect([calm?.destroyed, next?.destroyed]).toEqual([false, false])
  })

  it('behind a proxy are shared by all, since all have its address', () => {
    const { admit } = openDoor(false)
    expect(goneOf(admit('203.0.113.7', 501))).toEqual([0])
  })

  it.each(['plain', 'encrypted'] as const)('are left to a client that logs in on %s connections', async kind => {
    const certificate: Certificate = makeCertificate({
      names: ['localhost'],
      from: new Date('2020-01-01'),
      until: new Date('2100-01-01'),
    })
    const broker = await startBroker<Sender>(
      {
        logIn: async ({ user }) => ({ user, prefix: `pm/${user}/` }),
        take: async () => ({ refusal: null }),
        listGone: async () => new Set(),
      },
      { port: 0, host: '127.0.0.1', certificate: kind === 'plain' ? null : certificate },
    )
    let closed = 0
    const silent = Array.from({ length: 510 }, () => {
      const socket = connect(broker.port, '127.0.0.1')
      socket.on('close', () => {
        closed += 1
      })
      return socket.on('error', () => {}).resume()
    })
    const left = kind === 'plain' ? 500 : 20
    await expect.poll(() => silent.length - closed, { timeout: 10_000 }).toBe(left)
    const logIn = async (clientId: string) => {
      const to = { port: broker.port, host: '127.0.0.1' }
      const client =
        kind === 'plain' ? connect(to) : connectTls({ ...to, ca: certificate.cert, servername: 'localhost' })
      const login = { protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 60, clientId } as const
      client.write(generate({ cmd: 'connect', ...login, username: 'house', password: Buffer.from('x') }))
      const [answer] = await once(client, 'data')
      expect(answer).toEqual(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      return client
    }
    const known = await logIn('one')
    await expect.poll(() => silent.length - closed).toBe(left - 1)
    // A client that has logged in leaves its place to the next one.
    await logIn('two')
    expect(silent.length - closed).toBe(left - 1)
    expect(known.destroyed).toBe(false)
    for (const socket of silent) socket.destroy()
    await broker.stop()
  })
})
