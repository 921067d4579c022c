/** A provider that takes both families of a name in one call: the one that was not reported stays as it is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dyndns2Presets } from '#server/dns-providers/dyndns2-presets.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { openDnsDesk } from '#server/testing/dns-desk.ts'
import { engines } from '#server/testing/engines.ts'
import { startPowerDns } from '#server/testing/name-servers.ts'
import { type StandIn, standInKey, startDyndns2 } from '#server/testing/provider-stand-ins.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'

const { server } = dyndns2Presets.strato
let pdns: Awaited<ReturnType<typeof startPowerDns>>
let service: StandIn
beforeAll(async () => {
  pdns = await startPowerDns()
  service = await startDyndns2('list')
  Object.assign(dyndns2Presets.strato, { server: `${service.base}/nic/update` })
})
afterAll(async () => {
  Object.assign(dyndns2Presets.strato, { server })
  await service?.stop()
  await pdns?.stop()
})

test.each(engines)('a value of somebody else stays, on %s', async engine => {
  const env = { OUTGOING_ALLOW: `127.0.0.1:${pdns.port}, 127.0.0.1:${service.port}` }
  const portal = await openTestApp(engine, { env })
  try {
    const desk = await openDnsDesk(portal.runtime, pdns)
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
    const foreign = '2001:4860:4860::8888'
    const v4 = await desk.addHostname('home', 'A')
    const v6 = await desk.addHostname('home', 'AAAA', {
      value: '2620:fe::1',
      written_value: '2620:fe::1',
      state: 'differs',
      found_values: JSON.stringify([foreign]),
    })
    await desk.addEndpoint([v4, v6])
    const name = `home.${desk.zone}`
    service.records.push({ id: engine, name, type: 'AAAA', value: foreign, ttl: 60, proxied: false })
    const call = async (query: string) =>
      portal.app.inject({ method: 'GET', url: `/nic/update?${query}`, headers: { authorization: desk.authorization } })
    const stored = () => {
      const records = service.records.filter(record => record.name === name)
      return records.map(({ value }) => value).toSorted()
    }

    expect((await call('myip=9.9.9.9')).body).toBe('good 9.9.9.9')
    expect(stored()).toEqual([foreign, '9.9.9.9'])
    expect(await desk.rowOf(v6.id)).toMatchObject({ state: 'differs', found_values: JSON.stringify([foreign]) })
    // A newly reported address is wanted instead of the single foreign one.
    expect((await call('myipv6=2620:fe::2')).body).toBe('good 2620:fe::2')
    expect(stored()).toEqual(['2620:fe::2', '9.9.9.9'])
  } finally {
    await portal.close()
  }
})
