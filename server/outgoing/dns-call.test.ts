import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startBind } from '#server/testing/name-servers.ts'
import { callNameServer, findNameServers } from './dns-call.ts'
import type { Resolve } from './look-up.ts'
import { OutgoingError } from './outgoing-error.ts'
import type { Rules } from './target.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map(server => new Promise(resolve => server.close(resolve))))
})

/** A name server on loopback that answers with the given pieces of bytes. */
async function listen(speak: (socket: Socket, received: Buffer) => void): Promise<number> {
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', received => speak(socket, received))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  return (server.address() as AddressInfo).port
}

const nothingAllowed: Rules = { outgoingAllow: [], isDemo: false }
const allow = (host: string, port: number): Rules => ({ outgoingAllow: [{ host, port }], isDemo: false })
const at = (port: number) => [allow('127.0.0.1', port), { host: '127.0.0.1', port }] as const
const message = Buffer.from('question')

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it was answered',
    (error: unknown) => (error instanceof OutgoingError ? error.failure : error),
  )
}

describe('a message to a name server', () => {
  it('is sent with its length, and the answer may come in pieces', async () => {
    const received = vi.fn()
    const port = await listen(async (socket, bytes) => {
      received(bytes)
      for (const byte of [...Buffer.from('\0\x06answer and more')]) {
        if (!socket.destroyed) socket.write(Buffer.from([byte]))
        await new Promise(setImmediate)
      }
    })
    const answer = await callNameServer(...at(port), message)
    expect(answer.toString()).toBe('answer')
    expect(Buffer.concat(received.mock.calls.map(([bytes]) => bytes))).toEqual(Buffer.from('\0\x08question'))
  })

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private address', ['93.184.215.14', 'fd00::1']],
  ])('does not go to a name that resolves to %s', async (_, addresses) => {
    const resolve: Resolve = async () => addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
    const server = { host: 'ns1.anbieter.example', port: 53 }
    expect(await failureOf(callNameServer(nothingAllowed, server, message, { resolve }))).toBe('blocked')
  })

  it('goes to the checked address, even if the name resolves differently later', async () => {
    const port = await listen(socket => void socket.write('\0\x02ok'))
    const resolve = vi
      .fn<Resolve>()
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      .mockRejectedValue(new Error('asked again'))
    const server = { host: 'ns1.test', port }
    expect((await callNameServer(allow('ns1.test', port), server, message, { resolve })).toString()).toBe('ok')
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it.each<[string, (socket: Socket) => void]>([
    ['sends nothing', () => {}],
    ['stops in the middle', socket => void socket.write('\0\x09half')],
  ])('does not wait for a server that %s', async (_, speak) => {
    const port = await listen(speak)
    expect(await failureOf(callNameServer(...at(port), message, { timeoutMs: 150 }))).toBe('timeout')
  })

  it('does not wait for a silent look-up', async () => {
    const call = callNameServer(nothingAllowed, { host: 'ns1.langsam.example', port: 53 }, message, {
      resolve: () => new Promise(() => {}),
      timeoutMs: 50,
    })
    expect(await failureOf(call)).toBe('timeout')
  })

  it('disconnects from a server that does not stop talking', async () => {
    const hungUp = Promise.withResolvers<void>()
    const port = await listen(socket => {
      socket.once('close', () => hungUp.resolve())
      const more = () => void (socket.write(Buffer.alloc(16_384, 1)) ? setImmediate(more) : socket.once('drain', more))
      more()
    })
    expect(await callNameServer(...at(port), message)).toHaveLength(0x0101)
    await hungUp.promise
  })

  it('reports a server that hangs up, and one that is not there', async () => {
    const port = await listen(socket => void socket.end('\0\x09half'))
    expect(await failureOf(callNameServer(...at(port), message))).toBe('refused')
    const [server] = servers.splice(0)
    await new Promise(resolve => server?.close(resolve))
    expect(await failureOf(callNameServer(...at(port), message))).toBe('refused')
  })

  it('never looks up a reserved name', async () => {
    expect(await failureOf(callNameServer(nothingAllowed, { host: 'ns1.test', port: 53 }, message))).toBe('dns')
  })
})

it('asks no resolver for the name servers of a reserved name', async () => {
  expect(await failureOf(findNameServers({ isDemo: false }, 'kunde.test'))).toBe('dns')
})

it('the demo asks no resolver for name servers', async () => {
  expect(await failureOf(findNameServers({ isDemo: true }, 'weingut.example'))).toBe('blocked')
})

it('finds the name servers of a zone, also for a name inside, and none for a name that does not exist', async () => {
  const bind = await startBind()
  try {
    const zone = await bind.addZone()
    const find = (name: string) =>
      findNameServers({ isDemo: false }, name, { resolvers: [`127.0.0.1:${bind.port}`] }).catch(
        (error: OutgoingError) => error.failure,
      )
    expect(await find(zone)).toEqual([`ns1.${zone}`])
    expect(await find(`ns1.${zone}`)).toEqual([`ns1.${zone}`])
    expect(await find(`fehlt.${zone}`)).toBe('dns')
  } finally {
    await bind.stop()
  }
})
