/** Update calls of routers, on a real PowerDNS: the answer, the result of `dig` afterwards, faults and drift. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dnsCallsPerDay, dnsCallsPerMinute, dnsChangesPerDay } from '#contract/limits.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { dayMs, minuteMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildDomain, buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { buildDevice } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { dig, powerDnsKey, startPowerDns } from '#server/testing/name-servers.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

const token = 'abcdefghijklmnopqrstuvwxyz012345'
const user = 'abcdefghij12'

describe.each(engines)('a router on %s', engine => {
  let pdns: Awaited<ReturnType<typeof startPowerDns>>
  let portal: TestApp
  const lines: string[] = []
  let customerId: string
  let zone: string
  let domainId: string
  let userName: string
  let count = 0

  beforeAll(async () => {
    pdns = await startPowerDns()
    const allow = `127.0.0.1:${pdns.port}, ${pdns.api.replace('http://', '')}`
    portal = await openTestApp(engine, { env: { OUTGOING_ALLOW: allow }, onLog: line => lines.push(line) })
    const { runtime } = portal
    const { profile } = await getProfile(runtime.db)
    await inTransaction(runtime, trx => storeProfile(trx, runtime, { ...profile, email: 'firma@example.org' }))
  })
  afterAll(async () => {
    await portal?.close()
    await pdns?.stop()
  })
  beforeEach(async () => {
    portal.clock.advance(10 * minuteMs)
    zone = await pdns.addZone()
    customerId = (await buildCustomer(portal.runtime)).id
    userName = `${user.slice(0, 8)}${String(++count).padStart(4, '0')}`
    const domain = await buildDomain(portal.runtime, {
      customer_id: customerId,
      domain: zone,
      type: 'powerdns',
      options: JSON.stringify({ server: pdns.api }),
      name_servers: JSON.stringify([`127.0.0.1:${pdns.port}`]),
    })
    domainId = domain.id
    await setKey(powerDnsKey)
  })

  const setKey = (key: string) =>
    portal.runtime.db
      .updateTable('dns_domain')
      .set({ sealed_api_key: sealSecret(portal.runtime.keys, apiKeyPlace(domainId), key) })
      .where('id', '=', domainId)
      .execute()
  const addHostname = (name: string, type: 'A' | 'AAAA', overrides: object = {}) =>
    buildHostname(portal.runtime, { customer_id: customerId, domain_id: domainId, name, type, ...overrides })
  const addEndpoint = async (hostnames: { id: string }[], overrides: object = {}) => {
    const hostnameIds = hostnames.map(({ id }) => id)
    const of = { customer_id: customerId, user_name: userName, token_hash: hashToken(token) }
    return buildEndpoint(portal.runtime, { ...of, hostnameIds, ...overrides })
  }
  const call = async (query: string, { password = token, method = 'GET' as const, headers = {} } = {}) => {
    const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
    const answer = await portal.app.inject({
      method,
      url: `/nic/update?${query}`,
      headers: { authorization, ...headers },
    })
    return { status: answer.statusCode, text: answer.body, headers: answer.headers }
  }
  const rowOf = (id: string) =>
    portal.runtime.db.selectFrom('dns_hostname').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const reconcile = () => reconcileDueDomains(portal.runtime)
  const shown = (name: string, type: 'A' | 'AAAA') => dig(pdns.port, name === '@' ? zone : `${name}.${zone}`, type)

  test('sets both families of two names at once, and then has nothing to do', async () => {
    const records = [await addHostname('home', 'A'), await addHostname('home', 'AAAA'), await addHostname('nas', 'A')]
    await addEndpoint(records)
    const query = `system=dyndns&hostname=home.${zone},NAS.${zone}&myip=9.9.9.9&myipv6=2620:FE::00fe&wildcard=NOCHG`
    const first = await call(query)
    expect([first.status, first.text]).toEqual([200, 'good 9.9.9.9\ngood 9.9.9.9'])
    expect(first.headers['content-length']).toBe(String(first.text.length))
    expect(first.headers['transfer-encoding']).toBeUndefined()
    expect([await shown('home', 'A'), await shown('home', 'AAAA'), await shown('nas', 'A')]).toEqual([
      ['9.9.9.9'],
      ['2620:fe::fe'],
      ['9.9.9.9'],
    ])
    portal.clock.advance(5_000)
    await reconcile()
    for (const { id } of records) {
      expect(await rowOf(id)).toMatchObject({ state: 'current', verified_by: 'servers', failure: null })
    }
    const again = await call(query)
    expect([again.status, again.text]).toEqual([200, 'nochg 9.9.9.9\nnochg 9.9.9.9'])
    expect((await call('')).text).toBe('badip')
  })

  test.each([
    ['FRITZ!Box', 'Fritz!Box DDNS/1.0.1', 'myip=9.9.9.9&myipv6=2620:fe::fe&ip6lanprefix=2620:fe:0:42::/64'],
    ['OPNsense', 'OPNsense-dyndns/2.7', 'system=dyndns&myip=9.9.9.9&myipv6=2620:fe::fe&wildcard=NOCHG'],
    ['UniFi', 'inadyn/2.10.0 https://github.com/troglobit/inadyn/issues', 'myip=9.9.9.9,2620:fe::fe'],
  ])('is understood as a %s', async (_, agent, query) => {
    await addEndpoint([await addHostname('home', 'A'), await addHostname('home', 'AAAA')])
    const headers = { 'user-agent': agent, connection: 'close' }
    expect((await call(`hostname=home.${zone}&${query}`, { headers })).text).toBe('good 9.9.9.9')
    expect([await shown('home', 'A'), await shown('home', 'AAAA')]).toEqual([['9.9.9.9'], ['2620:fe::fe']])
  })

  test('changes nothing for a family that is not sent', async () => {
    const records = [await addHostname('home', 'A'), await addHostname('home', 'AAAA')]
    await addEndpoint(records)
    expect((await call('myip=9.9.9.9')).text).toBe('good 9.9.9.9')
    expect((await call('myip=2620:fe::fe')).text).toBe('good 2620:fe::fe')
    expect([await shown('home', 'A'), await shown('home', 'AAAA')]).toEqual([['9.9.9.9'], ['2620:fe::fe']])
  })

  test('joins the reported prefix with the suffix of a device behind the router', async () => {
    const nas = await addHostname('nas', 'AAAA', { source: 'prefix', suffix: '::1a2b:3cff:fe4d:5e6f' })
    await addEndpoint([nas])
    expect((await call('ip6lanprefix=2620:fe:0:42::/64')).status).toBe(200)
    expect(await shown('nas', 'AAAA')).toEqual(['2620:fe:0:42:1a2b:3cff:fe4d:5e6f'])
  })

  test('sets the external address of its device', async () => {
    const device = await buildDevice(portal.runtime, { customer_id: customerId })
    await addEndpoint([await addHostname('home', 'A')], { device_id: device.id })
    for (const [query, address] of [
      ['myip=9.9.9.9', '9.9.9.9'],
      // The other family in a call of its own.
      ['myipv6=2620:fe::fe', '9.9.9.9'],
      ['myip=9.9.9.10&myipv6=2620:fe::fe', '9.9.9.10'],
      ['myip=100.64.0.7&myipv6=2620:fe::fe', '2620:fe::fe'],
      ['myipv6=2620:fe::9', '2620:fe::9'],
    ]) {
      await call(query ?? '')
      const row = await portal.runtime.db
        .selectFrom('device_service')
        .selectAll()
        .where('service_id', '=', device.id)
        .executeTakeFirstOrThrow()
      expect([query, row.external_ip]).toEqual([query, address])
    }
    // A form that was opened before does not restore the former address.
    const stale = await (await portal.client('admin')).patch(
      `/api/backend/device-services/${device.id}/`,
      { externalIp: '9.9.9.9' },
      { headers: { 'if-match': '"1"' } },
    )
    expect(stale.statusCode).toBe(412)
  })

  test('does not set the address of a device that another customer has by now', async () => {
    const device = await buildDevice(portal.runtime, { customer_id: customerId })
    await addEndpoint([await addHostname('home', 'A')], { device_id: device.id })
    const { id } = await buildCustomer(portal.runtime)
    const admin = await portal.client('admin')
    const moved = await admin.patch(`/api/backend/device-services/${device.id}/`, { customerId: id })
    expect(moved.statusCode, moved.body).toBe(200)
    const addressOf = () =>
      portal.runtime.db
        .selectFrom('device_service')
        .select('external_ip')
        .where('service_id', '=', device.id)
        .executeTakeFirstOrThrow()
    const before = await addressOf()
    expect((await call('myip=9.9.9.9')).text).toBe('good 9.9.9.9')
    expect(await addressOf()).toEqual(before)
  })

  test('is not undone by a form that was opened before its call', async () => {
    const home = await addHostname('home', 'A')
    await addEndpoint([home])
    await call('myip=9.9.9.1')
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId }))
    const url = `/api/backend/dns-hostnames/${home.id}/`
    const { value, revision } = (await kim.get(url)).json()
    // The same address again is no change.
    await call('myip=9.9.9.1')
    expect((await kim.get(url)).json().revision).toBe(revision)
    expect((await call('myip=9.9.9.2')).text).toBe('good 9.9.9.2')
    const saved = await kim.patch(url, { value, ttl: 600 }, { headers: { 'if-match': `"${revision}"` } })
    expect([saved.statusCode, saved.json().code]).toEqual([412, 'stale'])
    expect((await rowOf(home.id)).value).toBe('9.9.9.2')
  })

  test('is distinguished by names, addresses and logins', async () => {
    await addEndpoint([await addHostname('home', 'A')])
    const foreign = await buildHostname(portal.runtime)
    const answers = {
      '404 nohost': `hostname=${foreign.full_name}&myip=9.9.9.9`,
      '400 notfqdn': 'hostname=home&myip=9.9.9.9',
      '400 numhost': `hostname=${Array.from({ length: 21 }, (_, at) => `h${at}.${zone}`).join(',')}&myip=9.9.9.9`,
      '400 badip': 'myip=100.64.0.1',
    }
    for (const [expected, query] of Object.entries(answers)) {
      const { status, text } = await call(query)
      expect(`${status} ${text}`).toBe(expected)
    }
    const mixed = await call(`hostname=home.${zone},weg.${zone}&myip=9.9.9.9`)
    expect([mixed.status, mixed.text]).toEqual([200, 'good 9.9.9.9\nnohost'])
    const wrong = await call('myip=9.9.9.9', { password: `${token}x` })
    expect([wrong.status, wrong.text]).toEqual([401, 'badauth'])
    expect(wrong.headers['www-authenticate']).toMatch(/^Basic /)
    expect((await rowOf(foreign.id)).value).toBe('')
  })

  test('is refused while its endpoint is off, and accepted with a token of the last seven days', async () => {
    const endpoint = await addEndpoint([await addHostname('home', 'A')], {
      token_hash: hashToken('another'),
      previous_token_hash: hashToken(token),
      previous_token_until: new Date(portal.clock.now().getTime() + 7 * dayMs).toISOString(),
    })
    expect((await call('myip=9.9.9.9')).status).toBe(200)
    portal.clock.advance(7 * dayMs)
    expect((await call('myip=9.9.9.10')).text).toBe('badauth')
    expect((await call('myip=9.9.9.10', { password: 'another' })).status).toBe(200)
    await portal.runtime.db.updateTable('dns_endpoint').set({ is_active: 0 }).where('id', '=', endpoint.id).execute()
    expect((await call('myip=9.9.9.11', { password: 'another' })).text).toBe('badauth')
  })

  test('logs in by its query only where the template has both placeholders', async () => {
    const template = 'u={user}&p={token}&myip={ipv4}'
    const endpoint = await addEndpoint([await addHostname('home', 'A')])
    const url = `/nic/update?u=${userName}&p=${token}&myip=9.9.9.9`
    expect((await portal.app.inject({ method: 'GET', url })).body).toBe('badauth')
    await portal.runtime.db
      .updateTable('dns_endpoint')
      .set({ request_template: template })
      .where('id', '=', endpoint.id)
      .execute()
    expect((await portal.app.inject({ method: 'GET', url })).body).toBe('good 9.9.9.9')
    const calls = await portal.runtime.db
      .selectFrom('dns_call')
      .selectAll()
      .where('endpoint_id', '=', endpoint.id)
      .execute()
    expect(calls.map(({ request }) => request)).toEqual([`GET /nic/update?u=${userName}&p=***&myip=9.9.9.9`])
    expect(JSON.stringify(calls) + lines.join()).not.toContain(token)
  })

  test('changes nothing by HEAD, and takes forms and the first of repeated parameters', async () => {
    const home = await addHostname('home', 'A')
    await addEndpoint([home])
    const authorization = `Basic ${Buffer.from(`${userName}:${token}`).toString('base64')}`
    const head = await portal.app.inject({
      method: 'HEAD',
      url: '/nic/update?myip=9.9.9.9',
      headers: { authorization },
    })
    expect([head.statusCode, head.headers.allow, head.headers['content-length']]).toEqual([405, 'GET, POST', '0'])
    expect((await rowOf(home.id)).value).toBe('')
    const form = await portal.app.inject({
      method: 'POST',
      url: '/nic/update?myip=9.9.9.9',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'myip=9.9.9.10&hostname=%zz',
    })
    expect([form.statusCode, form.body]).toEqual([400, 'notfqdn'])
    expect((await call('myip=9.9.9.9&myip=9.9.9.10')).text).toBe('good 9.9.9.9')
    const long = await portal.app.inject({
      method: 'POST',
      url: '/nic/update',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'x'.repeat(9_000),
    })
    expect([long.statusCode, long.body]).toEqual([400, 'numhost'])
  })

  test('that calls too often is asked to retry later, and a network that guesses is rejected', async () => {
    await addEndpoint([await addHostname('home', 'A')])
    for (let calls = 0; calls < dnsCallsPerMinute; calls += 1) expect((await call('myip=9.9.9.9')).status).toBe(200)
    const over = await call('myip=9.9.9.10')
    expect([over.status, over.text]).toEqual([503, '911'])
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    const lastCall = async () => {
      const [endpoint] = (await kim.get('/api/backend/dns-endpoints/')).json().results
      return endpoint.lastCall
    }
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId }))
    expect(await lastCall()).toMatchObject({
      request: 'GET /nic/update?myip=9.9.9.10',
      status: 503,
      hints: ['throttled'],
    })
    portal.clock.advance(minuteMs)
    for (let guesses = 0; guesses < 20; guesses += 1) await call('myip=9.9.9.9', { password: 'x' })
    const guess = await call('myip=9.9.9.9', { password: 'x' })
    expect([guess.status, guess.text]).toEqual([503, '911'])
    expect((await call('myip=9.9.9.10')).status).toBe(200)
  })

  test('that repeats one address all day can still report a new one', async () => {
    const home = await addHostname('home', 'A', { value: '9.9.9.9', state: 'current' })
    const { id } = await addEndpoint([home])
    await portal.runtime.db
      .insertInto('throttle')
      .values({
        key: `dns_calls:${id}`,
        failures: dnsCallsPerDay,
        window_started_at: portal.clock.now().toISOString(),
        blocked_until: null,
      })
      .execute()
    expect((await call('myip=9.9.9.9')).text).toBe('nochg 9.9.9.9')
    expect((await call('myip=9.9.9.9')).text).toBe('nochg 9.9.9.9')
    expect((await call('myip=9.9.9.10')).text).toBe('good 9.9.9.10')
  })

  test('that reports new addresses without end is refused for the day', async () => {
    const home = await addHostname('home', 'A')
    const { id } = await addEndpoint([home])
    const window_started_at = portal.clock.now().toISOString()
    await portal.runtime.db
      .insertInto('throttle')
      .values({ key: `dns_changes:${id}`, failures: dnsChangesPerDay - 1, window_started_at, blocked_until: null })
      .execute()
    expect((await call('myip=9.9.9.1')).text).toBe('good 9.9.9.1')
    const refused = await call('myip=9.9.9.2')
    expect([refused.status, refused.text]).toEqual([503, '911'])
    expect((await rowOf(home.id)).value).toBe('9.9.9.1')
  })

  test('has its address stored while the key is refused; a repaired key heals it without another call', async () => {
    const home = await addHostname('home', 'A')
    await addEndpoint([home])
    await setKey('widerrufen')
    const refused = await call('myip=9.9.9.9')
    expect([refused.status, refused.text]).toEqual([503, 'dnserr'])
    expect(await rowOf(home.id)).toMatchObject({ state: 'failed', failure: 'key', value: '9.9.9.9' })
    const kinds = async () =>
      (await portal.runtime.db.selectFrom('outbox_mail').select('kind').execute()).map(({ kind }) => kind)
    const before = await kinds()
    expect(before).toEqual(['dns_failing'])
    // The provider is not called again for a refused key, and nobody is written to twice.
    expect((await call('myip=9.9.9.10')).text).toBe('dnserr')
    await reconcile()
    expect(await kinds()).toEqual(before)
    await setKey(powerDnsKey)
    portal.clock.advance(dayMs)
    await reconcile()
    expect(await shown('home', 'A')).toEqual(['9.9.9.10'])
    expect(await rowOf(home.id)).toMatchObject({ failure: null, written_value: '9.9.9.10' })
    expect(await kinds()).toEqual(['dns_failing', 'dns_recovered'])
    expect(lines.join()).not.toContain('widerrufen')
  })

  test('finds no older value afterwards when calls and a late write overlap', async () => {
    const home = await addHostname('home', 'A')
    await addEndpoint([home])
    await Promise.all([call('myip=9.9.9.1'), call('myip=9.9.9.2'), call('myip=9.9.9.3')])
    for (let look = 0; look < 3; look += 1) {
      await reconcile()
      portal.clock.advance(5_000)
    }
    const { value, written_value: written } = await rowOf(home.id)
    expect([await shown('home', 'A'), written]).toEqual([[value], value])
    // An earlier value of ours lands late, behind our back.
    const earlier = ['9.9.9.1', '9.9.9.2', '9.9.9.3'].find(address => address !== value) ?? ''
    await portal.runtime.db
      .updateTable('dns_hostname')
      .set({ state: 'current', next_attempt_at: portal.clock.now().toISOString() })
      .where('id', '=', home.id)
      .execute()
    await writeBehind('home', [earlier])
    await reconcile()
    expect(await shown('home', 'A')).toEqual([value])
  })

  const writeBehind = async (name: string, values: readonly string[]) => {
    const set = { name: `${name}.${zone}.`, type: 'A', ttl: 300, changetype: 'REPLACE' }
    const records = values.map(content => ({ content, disabled: false }))
    const answer = await fetch(`${pdns.api}/api/v1/servers/localhost/zones/${zone}.`, {
      method: 'PATCH',
      headers: { 'x-api-key': powerDnsKey },
      body: JSON.stringify({ rrsets: [{ ...set, records }] }),
    })
    expect(answer.status).toBe(204)
  }
})
