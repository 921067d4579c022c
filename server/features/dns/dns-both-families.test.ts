/** A provider that takes both families of a name in one call: the one that was not reported stays as it is. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dyndns2Presets } from '#server/dns-providers/dyndns2-presets.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { buildUser } from '#server/testing/build.ts'
import { type DnsDesk, openDnsDesk } from '#server/testing/dns-desk.ts'
import { engines } from '#server/testing/engines.ts'
import { startPowerDns } from '#server/testing/name-servers.ts'
import { type StandIn, standInKey, startDyndns2 } from '#server/testing/provider-stand-ins.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'

const { server } = dyndns2Presets.strato

/** Accepts connections and never answers. */
async function startSilentServer() {
  let connections = 0
  const listening = createServer(socket => {
    connections += 1
    socket.on('error', () => {})
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  // A server that listens on TCP has an address of this kind.
  const { port } = listening.address() as AddressInfo
  return { port, connections: () => connections, stop: () => listening.close() }
}

let pdns: Awaited<ReturnType<typeof startPowerDns>>
let service: StandIn
let silent: Awaited<ReturnType<typeof startSilentServer>>
beforeAll(async () => {
  silent = await startSilentServer()
  pdns = await startPowerDns()
  service = await startDyndns2('list')
  Object.assign(dyndns2Presets.strato, { server: `${service.base}/nic/update` })
})
afterAll(async () => {
  Object.assign(dyndns2Presets.strato, { server })
  await service?.stop()
  silent?.stop()
  await pdns?.stop()
})

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  let desk: DnsDesk
  let name: string
  beforeAll(async () => {
    const ports = [pdns.port, service.port, silent.port]
    const env = { OUTGOING_ALLOW: ports.map(port => `127.0.0.1:${port}`).join(', ') }
    portal = await openTestApp(engine, { env })
  })
  afterAll(() => portal?.close())
  beforeEach(async () => {
    desk = await openDnsDesk(portal.runtime, pdns)
    name = `home.${desk.zone}`
    service.zones.add(desk.zone)
    await portal.runtime.db
      .updateTable('dns_domain')
      .set({
        type: 'dyndns2',
        options: JSON.stringify({ preset: 'strato', user: 'kunde' }),
        sealed_api_key: sealSecret(portal.runtime.keys, apiKeyPlace(desk.domainId), standInKey),
      })
      .where('id', '=', desk.domainId)
      .execute()
  })

  const foreign = '2001:4860:4860::8888'
  const call = async (query: string) =>
    portal.app.inject({ method: 'GET', url: `/nic/update?${query}`, headers: { authorization: desk.authorization } })
  const stored = () => {
    const records = service.records.filter(record => record.name === name)
    return records.map(({ value }) => value).toSorted()
  }
  /** Stores values of somebody else at the provider, and publishes them. */
  const plant = async (type: 'A' | 'AAAA', values: readonly string[]) => {
    for (const value of values)
      service.records.push({ id: service.newId(), name, type, value, ttl: 60, proxied: false })
    await desk.writeBehind('home', values, type)
  }

  test('a value of somebody else stays', async () => {
    const v4 = await desk.addHostname('home', 'A')
    const v6 = await desk.addHostname('home', 'AAAA', {
      value: '2620:fe::1',
      written_value: '2620:fe::1',
      state: 'differs',
      found_values: JSON.stringify([foreign]),
    })
    await desk.addEndpoint([v4, v6])
    service.records.push({ id: service.newId(), name, type: 'AAAA', value: foreign, ttl: 60, proxied: false })

    expect((await call('myip=9.9.9.9')).body).toBe('good 9.9.9.9')
    expect(stored()).toEqual([foreign, '9.9.9.9'])
    expect(await desk.rowOf(v6.id)).toMatchObject({ state: 'differs', found_values: JSON.stringify([foreign]) })
    // A newly reported address is wanted instead of the single foreign one.
    expect((await call('myipv6=2620:fe::2')).body).toBe('good 2620:fe::2')
    expect(stored()).toEqual(['2620:fe::2', '9.9.9.9'])
  })

  test.each([
    ['has no host name here', async () => {}],
    ['waits for its report', () => desk.addHostname('home', 'AAAA')],
  ])('the value of a family that %s stays', async (_, addOther) => {
    await plant('AAAA', [foreign])
    await addOther()
    await desk.addEndpoint([await desk.addHostname('home', 'A')])
    expect((await call('myip=9.9.9.9')).body).toBe('good 9.9.9.9')
    expect(stored()).toEqual([foreign, '9.9.9.9'])
  })

  const several = ['2001:4860:4860::8844', foreign]
  test.each([
    ['has no host name here', async () => {}],
    [
      'differs',
      () =>
        desk.addHostname('home', 'AAAA', {
          value: '2620:fe::1',
          state: 'differs',
          found_values: JSON.stringify(several),
        }),
    ],
    ['is wanted here', () => desk.addHostname('home', 'AAAA', { value: '2620:fe::1', state: 'retrying' })],
  ])('several values of a family that %s stay, and the other one is not written', async (_, addOther) => {
    await plant('AAAA', several)
    await addOther()
    const v4 = await desk.addHostname('home', 'A')
    await desk.addEndpoint([v4])
    expect((await call('myip=9.9.9.9')).body).toBe('911')
    expect(stored()).toEqual(several)
    const failure_detail = `AAAA: ${several.join(', ')}`
    expect(await desk.rowOf(v4.id)).toMatchObject({ state: 'retrying', failure: 'conflict', failure_detail })
  })

  test('name servers that do not answer are waited for once, and do not keep the address from its write', async () => {
    await portal.runtime.db
      .updateTable('dns_domain')
      .set({ name_servers: JSON.stringify([`127.0.0.1:${silent.port}`]) })
      .where('id', '=', desk.domainId)
      .execute()
    await desk.addEndpoint([await desk.addHostname('home', 'A')])
    const before = silent.connections()
    expect((await call('myip=9.9.9.9')).body).toBe('good 9.9.9.9')
    expect(silent.connections() - before).toBe(1)
  })

  test('several values of the reported family stay until a person decides otherwise', async () => {
    await plant('A', ['8.8.4.4', '8.8.8.8'])
    const v4 = await desk.addHostname('home', 'A')
    await desk.addEndpoint([v4])
    expect((await call('myip=9.9.9.9')).body).toBe('911')
    expect(stored()).toEqual(['8.8.4.4', '8.8.8.8'])
    expect(await desk.rowOf(v4.id)).toMatchObject({ state: 'differs', found_values: '["8.8.4.4","8.8.8.8"]' })
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: desk.customerId }))
    const overwritten = await kim.post(`/api/backend/dns-hostnames/${v4.id}/overwrite/`, {})
    expect(overwritten.json()).toMatchObject({ state: 'published', value: '9.9.9.9' })
    expect(stored()).toEqual(['9.9.9.9'])
  })
})
