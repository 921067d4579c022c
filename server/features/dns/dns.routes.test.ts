/** The collections of the DNS updater: stored, rejected and secret values. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DnsDomain } from '#contract/dns-domains.ts'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import { dayMs } from '#server/clock.ts'
import { openSecret } from '#server/secrets/seal.ts'
import { buildDomain } from '#server/testing/build-dns.ts'
import { buildDevice } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-runtime.ts'
import { apiKeyPlace } from './dns-domain.commands.ts'
import { makeToken } from './dns-endpoint.commands.ts'
import { checkDnsNames } from './dns-name-check.queries.ts'

const key = 'geheimer-schluessel-4711'

describe.each(engines)('the DNS updater on %s', engine => {
  let portal: TestApp
  let kim: LoggedInClient
  const lines: string[] = []
  beforeAll(async () => {
    portal = await openTestApp(engine, { onLog: line => lines.push(line) })
  })
  beforeEach(async () => {
    portal.clock.advance(60_000)
    kim = await portal.client('customer')
  })
  afterAll(() => portal.close())

  const addDomain = async (body: object = {}): Promise<DnsDomain> => {
    const answer = await kim.post('/api/backend/dns-domains/', { domain: 'kunde.example', type: 'hetzner', ...body })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const addHostname = async (domain: DnsDomain, body: object = {}): Promise<DnsHostname> => {
    const fields = { hostname: 'nas', type: 'A', domainId: domain.id, ...body }
    const answer = await kim.post('/api/backend/dns-hostnames/', fields)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const addEndpoint = async (body: object = {}): Promise<DnsEndpoint> => {
    const answer = await kim.post('/api/backend/dns-endpoints/', { name: 'Router', ...body })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const codesOf = (answer: { json: () => { errors?: { field: string; code: string }[] } }) =>
    answer.json().errors?.map(({ field, code }) => `${field} ${code}`)

  test('stores the key of a domain sealed, and never shows or logs it', async () => {
    const domain = await addDomain({ apiKey: key })
    expect(domain).toMatchObject({ domain: 'kunde.example', hasApiKey: true, ttlMin: 300, hostnamesCount: 0 })
    const row = await portal.runtime.db
      .selectFrom('dns_domain')
      .selectAll()
      .where('id', '=', domain.id)
      .executeTakeFirstOrThrow()
    expect(row.sealed_api_key).not.toContain(key)
    expect(openSecret(portal.runtime.keys, apiKeyPlace(domain.id), row.sealed_api_key ?? '')).toBe(key)
    const url = `/api/backend/dns-domains/${domain.id}/`
    const answers = [
      await kim.get(url),
      await kim.get('/api/backend/dns-domains/'),
      await kim.put(`${url}api-key/`, { apiKey: `${key}x` }),
      await kim.patch(url, { nameServers: ['ns1.kunde.example'] }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toContain(key)
    }
    expect(lines.join()).not.toContain(key)
    const audit = await portal.runtime.db.selectFrom('audit_entry').selectAll().execute()
    expect(JSON.stringify(audit)).not.toContain(key)
    expect(audit.map(({ action }) => action)).toContain('dns_domain.key_set')
  })

  test('makes no token for a session that has ended while its request was running', async () => {
    const { id } = await addEndpoint()
    const { id: userId, ...user } = kim.user
    const actor = { kind: 'user', ...user, userId, name: '', sessionId: 'ended', impersonation: null } as const
    await expect(makeToken(testContext(portal.runtime, actor), id)).rejects.toMatchObject({ code: 'session.required' })
    expect((await kim.get(`/api/backend/dns-endpoints/${id}/`)).json()).toMatchObject({ hasToken: false })
  })

  test('asks for the own password before a key is stored', async () => {
    const domain = await addDomain()
    portal.clock.advance(11 * 60_000)
    const answer = await kim.put(`/api/backend/dns-domains/${domain.id}/api-key/`, { apiKey: key })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'session.reauthentication_required'])
  })

  test('discards the key with another server or user, and keeps it otherwise', async () => {
    const options = { server: 'https://dyndns.example.org/nic/update', user: 'kim' }
    const domain = await addDomain({ type: 'dyndns2', options, apiKey: key })
    const change = async (body: object): Promise<DnsDomain> =>
      (await kim.patch(`/api/backend/dns-domains/${domain.id}/`, body)).json()
    expect((await change({ nameServers: ['ns1.kunde.example'] })).hasApiKey).toBe(true)
    expect((await change({ options: { ...options, user: 'alex' } })).hasApiKey).toBe(false)
    await kim.put(`/api/backend/dns-domains/${domain.id}/api-key/`, { apiKey: key })
    const other = { ...options, user: 'alex', server: 'https://other.example.org/nic/update' }
    expect((await change({ options: other })).hasApiKey).toBe(false)
  })

  test.each([
    ['http', 'powerdns', 'http://pdns.example.org'],
    ['a private address', 'powerdns', 'https://192.168.1.1'],
    ['a private address in another spelling', 'powerdns', 'https://0x7f.1/'],
    ['a login', 'powerdns', 'https://kim:geheim@pdns.example.org'],
    ['another port', 'powerdns', 'https://pdns.example.org:8081'],
    ['no address', 'dyndns2', 'pdns.example.org'],
    ['a private name server', 'rfc2136', '10.0.0.1'],
    ['another port', 'rfc2136', 'ns1.example.org:5353'],
  ])('refuses a server with %s', async (_, type, server) => {
    const options = { server, ...(type === 'rfc2136' && { keyName: 'k' }), ...(type === 'dyndns2' && { user: 'k' }) }
    const answer = await kim.post('/api/backend/dns-domains/', { domain: 'neu.example', type, options })
    expect([answer.statusCode, codesOf(answer)]).toEqual([422, ['options.server dns_server.blocked']])
  })

  test('has a domain once per customer', async () => {
    await addDomain({ domain: 'müller.example' })
    const again = await kim.post('/api/backend/dns-domains/', { domain: 'xn--mller-kva.example', type: 'desec' })
    expect([again.statusCode, codesOf(again)]).toEqual([422, ['domain dns_domain.taken']])
    await buildDomain(portal.runtime, { domain: 'fremd.example' })
    await addDomain({ domain: 'fremd.example' })
  })

  test.each([299, 300.5, '', null, 'x', 604_801])('refuses the TTL %s', async ttl => {
    const domain = await addDomain()
    const answer = await kim.post('/api/backend/dns-hostnames/', {
      hostname: 'nas',
      type: 'A',
      domainId: domain.id,
      ttl,
    })
    expect(answer.statusCode).toBe(422)
    const [error] = answer.json().errors
    expect(error.field).toBe('ttl')
    if (ttl !== 604_801) expect(error.message).toBe('TTL muss eine Zahl >=300 sein')
  })

  test('returns the provider’s own smallest TTL', async () => {
    const domain = await addDomain({ type: 'desec' })
    await portal.runtime.db.updateTable('dns_domain').set({ ttl_min: 3_600 }).where('id', '=', domain.id).execute()
    const fields = { hostname: 'nas', type: 'A', domainId: domain.id }
    const answer = await kim.post('/api/backend/dns-hostnames/', { ...fields, ttl: 300 })
    expect(answer.json().errors[0]).toMatchObject({ field: 'ttl', code: 'ttl.provider' })
    expect(answer.json().errors[0].message).toContain('>=3600')
    expect((await addHostname(domain)).ttl).toBe(3_600)
  })

  test('names missing fields of a host name', async () => {
    const answer = await kim.post('/api/backend/dns-hostnames/', { hostname: '', type: '', domainId: '' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.map(({ message }: { message: string }) => message)).toEqual([
      'Hostname ist ein Pflichtfeld.',
      'Typ ist ein Pflichtfeld.',
      'Domain ist ein Pflichtfeld.',
    ])
  })

  test('has a name and type once in a domain, and its whole name follows the domain', async () => {
    const domain = await addDomain()
    const nas = await addHostname(domain, { type: 'AAAA', source: 'fixed', value: '2620:FE:0::fe' })
    expect(nas).toMatchObject({ fullName: 'nas.kunde.example', value: '2620:fe::fe', state: 'pending' })
    await addHostname(domain)
    const again = await kim.post('/api/backend/dns-hostnames/', { hostname: 'NAS', type: 'A', domainId: domain.id })
    expect([again.statusCode, codesOf(again)]).toEqual([422, ['hostname dns_hostname.taken']])
    const whole = { hostname: 'nas.kunde.example', type: 'A', domainId: domain.id }
    expect(codesOf(await kim.post('/api/backend/dns-hostnames/', whole))).toEqual(['hostname dns_hostname.taken'])
    await kim.patch(`/api/backend/dns-domains/${domain.id}/`, { domain: 'neu.example' })
    expect(await checkDnsNames(portal.runtime.db)).toEqual([])
    const found = await kim.get('/api/backend/dns-hostnames/?search=neu')
    expect(found.json().results.map(({ fullName }: DnsHostname) => fullName)).toEqual([
      'nas.neu.example',
      'nas.neu.example',
    ])
    expect((await kim.get(`/api/backend/dns-hostnames/${nas.id}/changes/`)).json()).toMatchObject({
      count: 1,
      results: [{ cause: 'portal', event: 'wanted', value: '2620:fe::fe' }],
    })
  })

  test('filters host names by state and domain', async () => {
    const one = await addDomain()
    const other = await addDomain({ domain: 'andere.example' })
    const fixed = await addHostname(one, { source: 'fixed', value: '9.9.9.9' })
    const waiting = await addHostname(other)
    const idsOf = async (query: string) =>
      (await kim.get(`/api/backend/dns-hostnames/?${query}`)).json().results.map(({ id }: DnsHostname) => id)
    expect(await idsOf('state=pending')).toEqual([fixed.id])
    expect(await idsOf(`domain=${other.id}`)).toEqual([waiting.id])
    expect(await idsOf('ordering=-hostname')).toEqual([fixed.id, waiting.id])
  })

  test.each([
    ['no pair', 'myip', 'dns_template.invalid'],
    ['an unknown placeholder', 'myip={ipv5}', 'dns_template.unknown'],
    ['a repeated placeholder', 'myip={ipv4}&ip={ipv4}', 'dns_template.twice'],
    ['a repeated parameter', 'myip={ipv4}&MYIP={ipv6}', 'dns_template.twice'],
    ['a control character', 'myip={ipv4}\u0007', 'dns_template.invalid'],
    ['no address', 'hostname={hostnames}', 'dns_template.no_address'],
    ['an address beside names', 'x={ipv4},{hostnames}', 'dns_template.shared'],
    ['a login in one parameter', 'a={user},{token}&myip={ipv4}', 'dns_template.shared'],
    ['a token without its user', 't={token}&myip={ipv4}', 'dns_template.half_login'],
    ['2,000 characters', `myip={ipv4}&x=${'x'.repeat(2_000)}`, 'too_long'],
  ])('refuses a request template with %s', async (_, requestTemplate, code) => {
    const answer = await kim.post('/api/backend/dns-endpoints/', { name: 'Router', requestTemplate })
    expect([answer.statusCode, codesOf(answer)]).toEqual([422, [`requestTemplate ${code}`]])
  })

  test('does not show a device that was moved to another customer', async () => {
    const device = await buildDevice(portal.runtime, { customer_id: kim.user.customerId ?? '' })
    const { id, device: own } = await addEndpoint({ deviceId: device.id })
    expect(own).toMatchObject({ id: device.id })
    const admin = await portal.client('admin')
    const { id: customerId } = await buildCustomer(portal.runtime)
    const name = 'Fremdes Gerät'
    const moved = await admin.patch(`/api/backend/device-services/${device.id}/`, { customerId, name })
    expect(moved.statusCode, moved.body).toBe(200)
    for (const path of [`/api/backend/dns-endpoints/${id}/`, '/api/backend/dns-endpoints/']) {
      expect((await kim.get(path)).body).not.toContain(name)
    }
    expect((await kim.get(`/api/backend/dns-endpoints/${id}/`)).json().device).toBeNull()
  })

  test('shows the token of an endpoint once; the previous one is kept for seven days', async () => {
    const domain = await addDomain()
    const nas = await addHostname(domain)
    const device = await buildDevice(portal.runtime, { customer_id: kim.user.customerId ?? '' })
    const endpoint = await addEndpoint({ hostnameIds: [nas.id, nas.id], deviceId: device.id, router: 'fritzbox' })
    expect(endpoint).toMatchObject({
      hostnames: [{ id: nas.id, fullName: 'nas.kunde.example' }],
      device: { id: device.id },
      hasToken: false,
      isActive: true,
      lastCall: null,
    })
    const url = `/api/backend/dns-endpoints/${endpoint.id}/`
    const first = await kim.post(`${url}token/`, {})
    expect(first.statusCode).toBe(201)
    expect(first.json()).toEqual({ userName: endpoint.userName, token: expect.stringMatching(/^[a-z0-9]{32}$/) })
    expect((await kim.get(url)).json()).toMatchObject({ hasToken: true, previousTokenUntil: null })
    const second = await kim.post(`${url}token/`, {})
    expect(second.json().token).not.toBe(first.json().token)
    const until = portal.clock.now().getTime() + 7 * dayMs
    expect(Date.parse((await kim.get(url)).json().previousTokenUntil)).toBe(until)
    const row = await portal.runtime.db
      .selectFrom('dns_endpoint')
      .selectAll()
      .where('id', '=', endpoint.id)
      .executeTakeFirstOrThrow()
    for (const token of [first.json().token, second.json().token]) {
      expect(JSON.stringify(row)).not.toContain(token)
      expect(lines.join()).not.toContain(token)
    }
    expect((await kim.delete(`/api/backend/dns-hostnames/${nas.id}/`)).statusCode).toBe(204)
    expect((await kim.get(url)).json().hostnames).toEqual([])
  })

  test('lets admins do everything for a customer, and an admin who views as one nothing', async () => {
    const admin = await portal.client('admin')
    const body = { domain: 'kunde.example', type: 'hetzner', customerId: kim.user.customerId }
    const created = await admin.post('/api/backend/dns-domains/', body)
    expect([created.statusCode, created.json().customer.id]).toEqual([201, kim.user.customerId])
    expect((await kim.get(`/api/backend/dns-domains/${created.json().id}/`)).statusCode).toBe(200)
    expect((await admin.delete(`/api/backend/dns-domains/${created.json().id}/`)).statusCode).toBe(204)
  })
})
