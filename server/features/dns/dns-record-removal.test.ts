/** A host name deleted with its record, on real PowerDNS, BIND and Knot: the record is gone, every other one stays. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildDomain, buildHostname } from '#server/testing/build-dns.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import {
  dig,
  type NameServer,
  powerDnsKey,
  startBind,
  startKnot,
  startPowerDns,
  tsigKeys,
} from '#server/testing/name-servers.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

const algorithm = 'hmac-sha256'
const tsig = tsigKeys[algorithm]

type Server = { readonly server: NameServer; readonly type: 'powerdns' | 'rfc2136'; readonly options: object }

describe.each(engines)('on %s', engine => {
  const servers: Record<string, Server> = {}
  let portal: TestApp
  beforeAll(async () => {
    const [pdns, bind, knot] = await Promise.all([startPowerDns(), startBind(), startKnot()])
    const byUpdate = (server: NameServer): Server => ({
      server,
      type: 'rfc2136',
      options: { server: `127.0.0.1:${server.port}`, keyName: tsig.name, algorithm },
    })
    const byApi: Server = { server: pdns, type: 'powerdns', options: { server: pdns.api } }
    Object.assign(servers, { PowerDNS: byApi, BIND: byUpdate(bind), Knot: byUpdate(knot) })
    const ports = [pdns.port, new URL(pdns.api).port, bind.port, knot.port]
    portal = await openTestApp(engine, { env: { OUTGOING_ALLOW: ports.map(port => `127.0.0.1:${port}`).join(', ') } })
    // Signatures hold for five minutes, and the servers' clocks cannot be set.
    portal.clock.advance(systemClock.now().getTime() - portal.clock.now().getTime())
  })
  afterAll(async () => {
    await portal?.close()
    await Promise.all(Object.values(servers).map(({ server }) => server.stop()))
  })

  /** A domain with three records, all written, and a customer's browser. */
  const openZone = async (name: string) => {
    const found = servers[name]
    if (found === undefined) throw new Error(`${name} did not start.`)
    const { server, type, options } = found
    const { runtime } = portal
    const zone = await server.addZone()
    const { id: customer_id } = await buildCustomer(runtime)
    const domain = await buildDomain(runtime, {
      customer_id,
      domain: zone,
      type,
      options: JSON.stringify(options),
      name_servers: JSON.stringify([`127.0.0.1:${server.port}`]),
    })
    const setKey = (key: string) =>
      runtime.db
        .updateTable('dns_domain')
        .set({ sealed_api_key: sealSecret(runtime.keys, apiKeyPlace(domain.id), key) })
        .where('id', '=', domain.id)
        .execute()
    await setKey(type === 'powerdns' ? powerDnsKey : tsig.secret)
    const due = { domain_id: domain.id, next_attempt_at: runtime.clock.now().toISOString() }
    const [home] = [
      await buildHostname(runtime, { ...due, name: 'home', value: '9.9.9.1' }),
      await buildHostname(runtime, { ...due, name: 'home', type: 'AAAA', value: '2620:fe::1' }),
      await buildHostname(runtime, { ...due, name: 'nas.home', value: '9.9.9.2' }),
    ]
    await reconcileDueDomains(runtime)
    const shown = async () => [
      await dig(server.port, `home.${zone}`, 'A'),
      await dig(server.port, `home.${zone}`, 'AAAA'),
      await dig(server.port, `nas.home.${zone}`, 'A'),
    ]
    expect(await shown()).toEqual([['9.9.9.1'], ['2620:fe::1'], ['9.9.9.2']])
    const kim = await portal.loginAs(await buildUser(runtime, { customerId: customer_id }))
    const namesLeft = async () => (await kim.get('/api/backend/dns-hostnames/')).json().results.length as number
    return { setKey, shown, kim, namesLeft, url: `/api/backend/dns-hostnames/${home.id}/` }
  }

  test.each(['PowerDNS', 'BIND', 'Knot'])('%s loses the record of the deleted name, and no other', async name => {
    const { shown, kim, namesLeft, url } = await openZone(name)
    const answer = await kim.delete(`${url}?record=remove`)
    expect(answer.statusCode, answer.body).toBe(204)
    expect(await shown()).toEqual([[], ['2620:fe::1'], ['9.9.9.2']])
    expect(await namesLeft()).toBe(2)
  })

  test.each(['PowerDNS', 'BIND', 'Knot'])('%s keeps the record unless its removal is asked for', async name => {
    const { shown, kim, namesLeft, url } = await openZone(name)
    expect((await kim.delete(url)).statusCode).toBe(204)
    expect(await shown()).toEqual([['9.9.9.1'], ['2620:fe::1'], ['9.9.9.2']])
    expect(await namesLeft()).toBe(2)
  })

  test.each(['PowerDNS', 'BIND', 'Knot'])('%s refuses the key: record and host name stay', async name => {
    const { setKey, shown, kim, namesLeft, url } = await openZone(name)
    await setKey(Buffer.alloc(32, 'ein anderes').toString('base64'))
    const answer = await kim.delete(`${url}?record=remove`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'dns_hostname.record_stays'])
    expect(await shown()).toEqual([['9.9.9.1'], ['2620:fe::1'], ['9.9.9.2']])
    expect(await namesLeft()).toBe(3)
  })
})
