/** Bad input of the DNS updater through its calls: input from routers and from people. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#server/auth/tokens.ts'
import { minuteMs } from '#server/clock.ts'
import { buildDomain, buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { buildDevice } from '#server/testing/build-services.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const api = '/api/backend/'
const token = 'abcdefghijklmnopqrstuvwxyz012345'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  let kim: LoggedInClient
  let customerId: string
  let userName: string
  let domain: Awaited<ReturnType<typeof buildDomain>>
  let home: Awaited<ReturnType<typeof buildHostname>>
  let count = 0
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal?.close())
  beforeEach(async () => {
    portal.clock.advance(10 * minuteMs)
    kim = await portal.client('customer')
    customerId = kim.user.customerId ?? ''
    userName = `router${String(++count).padStart(6, '0')}`
    domain = await buildDomain(portal.runtime, { customer_id: customerId })
    home = await buildHostname(portal.runtime, { domain_id: domain.id, name: 'home' })
    const login = { user_name: userName, token_hash: hashToken(token) }
    await buildEndpoint(portal.runtime, { customer_id: customerId, ...login, hostnameIds: [home.id] })
  })

  const call = async (query: string, authorization: string | undefined = basic(`${userName}:${token}`)) => {
    const headers = authorization === '' ? {} : { authorization }
    const answer = await portal.app.inject({ method: 'GET', url: `/nic/update${query}`, headers })
    // As ddclient 3.10 needs it, regardless of the outcome.
    expect([answer.headers['content-length'], answer.headers['transfer-encoding'], answer.headers.location]).toEqual([
      String(Buffer.byteLength(answer.body)),
      undefined,
      undefined,
    ])
    return `${answer.statusCode} ${answer.body}`
  }
  const wantedValue = async () =>
    (await portal.runtime.db.selectFrom('dns_hostname').select('value').where('id', '=', home.id).executeTakeFirst())
      ?.value

  test.each([
    ['no login', ''],
    ['no Basic', 'Bearer abc'],
    ['no Base64', 'Basic ***'],
    ['no colon', basic('router000001')],
    ['no user', basic(`:${token}`)],
    ['bytes that are no text', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`],
    ['control characters', basic(`a\u0000b:${token}`)],
    ['SQL', basic(`' or 1=1 --:${token}`)],
    ['a very long login', basic(`${'x'.repeat(5_000)}:${token}`)],
  ])('a login with %s is refused with a challenge', async (_, authorization) => {
    expect(await call('?myip=9.9.9.9', authorization)).toBe('401 badauth')
    expect(await wantedValue()).toBe('')
  })

  test.each([
    ['nothing', '', '400 badip'],
    ['an empty query', '?', '400 badip'],
    ['a literal placeholder', '?myip=<ipaddr>&myipv6=<ip6addr>', '400 badip'],
    ['an empty address', '?myip=', '400 badip'],
    ['a prefix for a name of IPv4', '?myipv6=2620:fe::/64', '400 badip'],
    ['a prefix that is none', '?myipv6=2620:fe::/129', '400 badip'],
    ['IPv4 within IPv6', '?myipv6=::ffff:1.2.3.4', '400 badip'],
    ['a private address', '?myip=192.168.178.20', '400 badip'],
    ['an address of DS-Lite', '?myip=100.64.0.7', '400 badip'],
    ['an address of this machine', '?myip=127.0.0.1', '400 badip'],
    ['an address in other notation', '?myip=0x9090909', '400 badip'],
    ['21 names', `?hostname=${Array.from({ length: 21 }, (_, at) => `h${at}.example`)}&myip=9.9.9.9`, '400 numhost'],
    ['no whole name', '?hostname=home&myip=9.9.9.9', '400 notfqdn'],
    ['broken percent signs', '?hostname=%zz%&myip=9.9.9.9', '400 notfqdn'],
    ['broken UTF-8', '?hostname=%ff%fe.example&myip=9.9.9.9', '400 notfqdn'],
    ['a name outside the zone', '?hostname=home.fremd.example&myip=9.9.9.9', '404 nohost'],
    ['a name beside it', '?hostname=nas.kunde.example&myip=9.9.9.9', '404 nohost'],
  ])('a call with %s changes nothing', async (_, query, expected) => {
    expect(await call(query)).toBe(expected)
    expect(await wantedValue()).toBe('')
  })

  test('of repeated parameters the first counts, and a name given twice is set once', async () => {
    const { full_name: name } = home
    // Without a key the provider cannot be called: the address is stored.
    expect(await call(`?hostname=${name},${name}&myip=9.9.9.9&myip=9.9.9.10&hostname=x.example`)).toBe(
      '503 dnserr\ndnserr',
    )
    expect(await wantedValue()).toBe('9.9.9.9')
    const changes = portal.runtime.db.selectFrom('dns_change').select('event').where('hostname_id', '=', home.id)
    expect((await changes.where('event', '=', 'wanted').execute()).length).toBe(1)
  })

  test('a hundred parameters and their control characters are kept readable, at most a thousand letters', async () => {
    const more = Array.from({ length: 150 }, (_, at) => `x${at}=%00%1b%0d%0a${'y'.repeat(20)}`).join('&')
    expect(await call(`?myip=100.64.0.7&${more}`)).toBe('400 badip')
    const { request } = await portal.runtime.db
      .selectFrom('dns_call')
      .select('request')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(request.length).toBeLessThanOrEqual(1_000)
    expect(request).not.toMatch(/\p{C}/u)
  })

  const errorsOf = (answer: { statusCode: number; json: () => { errors?: { field: string; code: string }[] } }) => [
    answer.statusCode,
    ...(answer.json().errors ?? []).map(({ field, code }) => `${field} ${code}`),
  ]
  const newName = (body: object) =>
    kim.post(`${api}dns-hostnames/`, { hostname: 'neu', type: 'A', domainId: domain.id, ...body })

  test.each<[string, object, string]>([
    ['a final dot', { hostname: 'nas.' }, 'hostname dns_hostname.invalid'],
    ['a label of 64 letters', { hostname: 'a'.repeat(64) }, 'hostname dns_hostname.invalid'],
    ['an IDN whose ASCII form is longer than 63', { hostname: 'ä'.repeat(60) }, 'hostname dns_hostname.invalid'],
    ['a star in the middle', { hostname: 'a.*.b' }, 'hostname dns_hostname.invalid'],
    ['a control character', { hostname: 'a\u0000b' }, 'hostname invalid'],
    ['a name and type that are there', { hostname: 'HOME' }, 'hostname dns_hostname.taken'],
    ['a TTL of 299', { ttl: 299 }, 'ttl ttl.invalid'],
    ['a TTL of 300.5', { ttl: 300.5 }, 'ttl ttl.invalid'],
    ['an empty TTL', { ttl: '' }, 'ttl ttl.invalid'],
    ['a value of the other family', { source: 'fixed', value: '2620:fe::fe' }, 'value dns_value.family'],
    ['a suffix that is too wide', { type: 'AAAA', source: 'prefix', suffix: '1::1' }, 'suffix dns_suffix.too_wide'],
    ['a suffix for IPv4', { source: 'prefix', suffix: '::1' }, 'source dns_source.family'],
  ])('a host name with %s is refused', async (_, body, expected) => {
    expect(errorsOf(await newName(body))).toEqual([422, expected])
  })

  test('an IDN is stored in ASCII, and once', async () => {
    const first = await newName({ hostname: 'Größe' })
    expect(first.json()).toMatchObject({ hostname: 'xn--gre-6ka8i', fullName: `xn--gre-6ka8i.${domain.domain}` })
    expect(errorsOf(await newName({ hostname: 'xn--gre-6ka8i' }))).toEqual([422, 'hostname dns_hostname.taken'])
  })

  test('foreign domains, host names and devices are unknown', async () => {
    const foreign = await buildHostname(portal.runtime)
    const device = await buildDevice(portal.runtime)
    const endpoint = (body: object) => kim.post(`${api}dns-endpoints/`, { name: `Router ${count}`, ...body })
    for (const [answer, field] of [
      [await newName({ domainId: foreign.domain_id }), 'domainId'],
      [await endpoint({ hostnameIds: [home.id, foreign.id] }), 'hostnameIds'],
      [await endpoint({ deviceId: device.id }), 'deviceId'],
    ] as const) {
      const [status, error = ''] = errorsOf(answer)
      expect([status, String(error).split(/[ .]/)[0]]).toEqual([422, field])
    }
    for (const path of [`dns-domains/${foreign.domain_id}/`, `dns-hostnames/${foreign.id}/`]) {
      expect((await kim.get(`${api}${path}`)).statusCode).toBe(404)
    }
  })
})
