/** 'Verbindung prüfen' on real servers: key, zone, right to write and delegation, and no record is changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DnsDomainCheck } from '#contract/dns-domains.ts'
import { systemClock } from '#server/clock.ts'
import { powerdns } from '#server/dns-providers/powerdns.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildDomain, buildHostname } from '#server/testing/build-dns.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import {
  dig,
  type NameServer,
  nsupdate,
  powerDnsKey,
  startBind,
  startPowerDns,
  tsigKeys,
} from '#server/testing/name-servers.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'

const algorithm = 'hmac-sha256'
const tsig = tsigKeys[algorithm]
let pdns: Awaited<ReturnType<typeof startPowerDns>>
let bind: NameServer
let portal: TestApp

beforeAll(async () => {
  ;[pdns, bind] = await Promise.all([startPowerDns(), startBind()])
  const ports = [pdns.port, new URL(pdns.api).port, bind.port]
  portal = await openTestApp('sqlite', { env: { OUTGOING_ALLOW: ports.map(port => `127.0.0.1:${port}`).join(', ') } })
  // Signatures hold for five minutes, and the servers' clocks cannot be set.
  portal.clock.advance(systemClock.now().getTime() - portal.clock.now().getTime())
})
afterAll(async () => {
  await portal?.close()
  await Promise.all([pdns?.stop(), bind?.stop()])
})

type Overrides = { readonly domain?: string; readonly key?: string; readonly nameServer?: NameServer }

/** A domain of a customer, and the check as the customer's browser asks for it. */
async function openDomain(server: NameServer, { domain, key, nameServer = server }: Overrides = {}) {
  const { runtime } = portal
  const isPowerDns = server === pdns
  const zone = await server.addZone()
  const { id: customer_id } = await buildCustomer(runtime)
  const options = isPowerDns
    ? { server: pdns.api }
    : { server: `127.0.0.1:${server.port}`, keyName: tsig.name, algorithm }
  const { id } = await buildDomain(runtime, {
    customer_id,
    domain: domain ?? zone,
    type: isPowerDns ? 'powerdns' : 'rfc2136',
    options: JSON.stringify(options),
    name_servers: JSON.stringify([`127.0.0.1:${nameServer.port}`]),
  })
  const sealed = sealSecret(runtime.keys, apiKeyPlace(id), key ?? (isPowerDns ? powerDnsKey : tsig.secret))
  await runtime.db.updateTable('dns_domain').set({ sealed_api_key: sealed }).where('id', '=', id).execute()
  const kim = await portal.loginAs(await buildUser(runtime, { customerId: customer_id }))
  return {
    zone,
    addRight: (name: string, value: string) =>
      buildHostname(runtime, { customer_id, domain_id: id, name, value, state: 'current' }),
    check: async (): Promise<DnsDomainCheck> => {
      const answer = await kim.post(`/api/backend/dns-domains/${id}/check/`, {})
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().lastCheck
    },
  }
}

const results = ({ key, zone, write, delegation }: DnsDomainCheck) =>
  [key, zone, write, delegation].map(each => each.result)

test('PowerDNS knows no lesser keys: one that opens the zone may write', async () => {
  const { check } = await openDomain(pdns)
  expect(results(await check())).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('a TSIG key is tried on a record that is right, which stays as it is', async () => {
  const { zone, addRight, check } = await openDomain(bind)
  expect(results(await check())).toEqual(['ok', 'ok', 'unknown', 'ok'])
  await nsupdate(bind.port, algorithm, zone, 'home', ['9.9.9.1'])
  await addRight('home', '9.9.9.1')
  expect(results(await check())).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(await dig(bind.port, `home.${zone}`, 'A')).toEqual(['9.9.9.1'])
})

test('a record that somebody has changed is not written, and proves nothing', async () => {
  const { zone, addRight, check } = await openDomain(bind)
  await nsupdate(bind.port, algorithm, zone, 'home', ['9.9.9.9'])
  await addRight('home', '9.9.9.1')
  expect(results(await check())).toEqual(['ok', 'ok', 'unknown', 'ok'])
  expect(await dig(bind.port, `home.${zone}`, 'A')).toEqual(['9.9.9.9'])
})

test('a key without the right to a name is distinguished from one that is wrong', async () => {
  const { zone, addRight, check } = await openDomain(bind)
  // In the zone from the beginning, and in no grant.
  await addRight('ns1', '192.0.2.1')
  const lastCheck = await check()
  expect(results(lastCheck)).toEqual(['ok', 'ok', 'failed', 'ok'])
  expect(lastCheck.write).toMatchObject({ failure: 'name', detail: 'REFUSED' })
  expect(await dig(bind.port, `ns1.${zone}`, 'A')).toEqual(['192.0.2.1'])

  const wrong = await openDomain(bind, { key: Buffer.alloc(32, 'ein anderes').toString('base64') })
  expect(results(await wrong.check())).toEqual(['failed', 'unknown', 'unknown', 'ok'])
})

test('a zone that is not there, and one that is delegated elsewhere', async () => {
  const missing = await openDomain(pdns, { domain: 'fehlt.test' })
  expect(results(await missing.check())).toEqual(['ok', 'failed', 'unknown', 'failed'])
  // PowerDNS has not made this one.
  const elsewhere = await openDomain(bind, { domain: 'zone50.test', nameServer: pdns })
  expect(results(await elsewhere.check())).toEqual(['ok', 'ok', 'unknown', 'failed'])
})

test.each([
  ['the same', ['127.0.0.1'], { result: 'ok', failure: null }],
  ['others', ['127.0.0.9'], { result: 'failed', failure: 'other_servers' }],
  ['some that are not found', ['ns1.anderer.example'], { result: 'unknown', failure: null }],
])('entered name servers are compared with those that the provider states: %s', async (_, nameServers, expected) => {
  // PowerDNS states none, and the providers that do cannot run here.
  const { check: checkAccount } = powerdns
  Object.assign(powerdns, {
    check: async (...args: Parameters<typeof checkAccount>) => ({ ...(await checkAccount(...args)), nameServers }),
  })
  try {
    const { check } = await openDomain(pdns)
    expect((await check()).delegation).toMatchObject(expected)
  } finally {
    Object.assign(powerdns, { check: checkAccount })
  }
})
