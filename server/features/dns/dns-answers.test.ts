/** Each answer of `/nic/update`, on a real PowerDNS: status, line, challenge and pause of every case. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dnsCallsPerMinute } from '#contract/limits.ts'
import { instantText, minuteMs } from '#server/clock.ts'
import { type DnsDesk, openDnsDesk } from '#server/testing/dns-desk.ts'
import { engines } from '#server/testing/engines.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startPowerDns } from '#server/testing/name-servers.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

const formType = 'application/x-www-form-urlencoded'

describe.each(engines)('on %s', engine => {
  let pdns: Awaited<ReturnType<typeof startPowerDns>>
  let closedPort: number
  let portal: TestApp
  let desk: DnsDesk
  beforeAll(async () => {
    pdns = await startPowerDns()
    closedPort = await freePort()
    const servers = [`127.0.0.1:${pdns.port}`, new URL(pdns.api).host, `127.0.0.1:${closedPort}`]
    portal = await openTestApp(engine, { env: { OUTGOING_ALLOW: servers.join(', ') } })
  })
  afterAll(async () => {
    await portal?.close()
    await pdns?.stop()
  })
  beforeEach(async () => {
    portal.clock.advance(10 * minuteMs)
    desk = await openDnsDesk(portal.runtime, pdns)
  })

  type Sent = { readonly headers?: Record<string, string>; readonly payload?: string; readonly password?: string }

  /** The status and the lines, with `challenge` and `pause` where the answer has their headers. */
  const answerTo = async (query: string, { headers = {}, payload, password }: Sent = {}) => {
    const { userName, authorization } = desk
    const other = password === undefined ? authorization : `Basic ${btoa(`${userName}:${password}`)}`
    const answer = await portal.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/nic/update?${query}`,
      headers: { authorization: other, 'accept-encoding': 'gzip, br', ...headers },
      ...(payload !== undefined && { payload }),
    })
    expect(answer.headers).toMatchObject({ 'content-length': String(Buffer.byteLength(answer.body)) })
    for (const header of ['transfer-encoding', 'content-encoding', 'location']) {
      expect(answer.headers[header]).toBeUndefined()
    }
    const challenge = answer.headers['www-authenticate'] === undefined ? [] : ['challenge']
    const pause = Number(answer.headers['retry-after'] ?? 0) > 0 ? ['pause'] : []
    return [answer.statusCode, ...answer.body.split('\n'), ...challenge, ...pause]
  }
  const addNames = async () => {
    const names = [await desk.addHostname('home', 'A'), await desk.addHostname('nas', 'A')]
    await desk.addEndpoint(names)
    return names
  }
  const prove = async () => {
    portal.clock.advance(5_000)
    await reconcileDueDomains(portal.runtime)
  }
  const setDomain = (server: string) =>
    portal.runtime.db
      .updateTable('dns_domain')
      .set({ options: JSON.stringify({ server }) })
      .where('id', '=', desk.domainId)
      .execute()

  test('accepted by the provider, then already proven', async () => {
    await addNames()
    expect(await answerTo('myip=9.9.9.9')).toEqual([200, 'good 9.9.9.9', 'good 9.9.9.9'])
    await prove()
    expect(await answerTo('myip=9.9.9.9')).toEqual([200, 'nochg 9.9.9.9', 'nochg 9.9.9.9'])
  })

  test('names that differ each have their own line, in the order of the call', async () => {
    await addNames()
    await answerTo(`hostname=nas.${desk.zone}&myip=9.9.9.9`)
    await prove()
    const names = [`weg.${desk.zone}`, `home.${desk.zone}`, 'home', `nas.${desk.zone}`]
    expect(await answerTo(`hostname=${names.join()}&myip=9.9.9.9`)).toEqual([
      200,
      'nohost',
      'good 9.9.9.9',
      'notfqdn',
      'nochg 9.9.9.9',
    ])
  })

  test('a wrong token and an endpoint that is off: a challenge', async () => {
    await addNames()
    expect(await answerTo('myip=9.9.9.9', { password: 'x'.repeat(32) })).toEqual([401, 'badauth', 'challenge'])
    expect(await answerTo('myip=9.9.9.9', { headers: { authorization: '' } })).toEqual([401, 'badauth', 'challenge'])
    await portal.runtime.db
      .updateTable('dns_endpoint')
      .set({ is_active: 0 })
      .where('user_name', '=', desk.userName)
      .execute()
    expect(await answerTo('myip=9.9.9.9')).toEqual([401, 'badauth', 'challenge'])
  })

  test('an unknown name, too many, no whole name, no usable address', async () => {
    await addNames()
    const many = Array.from({ length: 21 }, (_, at) => `h${at}.${desk.zone}`)
    expect(await answerTo(`hostname=weg.${desk.zone}&myip=9.9.9.9`)).toEqual([404, 'nohost'])
    expect(await answerTo(`hostname=${many.join()}&myip=9.9.9.9`)).toEqual([400, 'numhost'])
    expect(await answerTo('hostname=home&myip=9.9.9.9')).toEqual([400, 'notfqdn'])
    expect(await answerTo('myip=192.168.178.1')).toEqual([400, 'badip'])
    expect(await answerTo('')).toEqual([400, 'badip'])
  })

  test('stored and not accepted yet; the key is refused: both with a pause', async () => {
    await addNames()
    await setDomain(`http://127.0.0.1:${closedPort}`)
    expect(await answerTo('myip=9.9.9.9')).toEqual([503, '911', '911', 'pause'])
    await setDomain(pdns.api)
    await desk.setKey('widerrufen')
    portal.clock.advance(minuteMs)
    expect(await answerTo('myip=9.9.9.8')).toEqual([503, 'dnserr', 'dnserr', 'pause'])
    // Also where nothing new was reported for the names.
    expect(await answerTo('myipv6=2620:fe::fe')).toEqual([503, 'dnserr', 'dnserr', 'pause'])
  })

  test('throttled, as an endpoint or as a network that guesses: a pause', async () => {
    await addNames()
    for (let calls = 0; calls < dnsCallsPerMinute; calls += 1) await answerTo('myip=9.9.9.9')
    expect(await answerTo('myip=9.9.9.9')).toEqual([503, '911', 'pause'])
    for (let guesses = 0; guesses < 20; guesses += 1) await answerTo('myip=9.9.9.9', { password: 'x' })
    expect(await answerTo('myip=9.9.9.9', { password: 'x' })).toEqual([503, '911', 'pause'])
  })

  test.each([
    ['current', null, [200, 'nochg 9.9.9.9']],
    ['published', null, [200, 'good 9.9.9.9']],
    ['failed', 'name', [503, '911', 'pause']],
    ['failed', 'key', [503, 'dnserr', 'pause']],
    ['retrying', 'unavailable', [503, '911', 'pause']],
    ['differs', null, [503, '911', 'pause']],
  ] as const)('a name that is %s (%s), and a call without an address for it', async (state, failure, expected) => {
    const next_attempt_at = instantText(new Date(portal.clock.now().getTime() + minuteMs))
    await desk.addEndpoint([await desk.addHostname('home', 'A', { value: '9.9.9.9', state, failure, next_attempt_at })])
    expect(await answerTo('myipv6=2620:fe::fe')).toEqual(expected)
    // An IPv4 address was reported, and is of no use: nothing about the name is right.
    expect(await answerTo('myip=100.64.0.7&myipv6=2620:fe::fe')).toEqual([400, 'badip'])
  })

  test('the other family of a name counts, regardless of faults in one', async () => {
    const names = [await desk.addHostname('home', 'A'), await desk.addHostname('home', 'AAAA')]
    await desk.addEndpoint(names)
    expect(await answerTo('myip=100.64.0.7&myipv6=2620:fe::fe')).toEqual([200, 'good 2620:fe::fe'])
  })

  test('a body is a form, however its type is spelled, or none', async () => {
    await addNames()
    const post = (type: string, payload: string) => answerTo('', { headers: { 'content-type': type }, payload })
    for (const [at, type] of [formType, `${formType}; charset=UTF-8`, `${formType};charset`, ''].entries()) {
      const address = `9.9.9.${at + 1}`
      expect(await post(type, `myip=${address}`), type).toEqual([200, `good ${address}`, `good ${address}`])
    }
    const others = ['application/json', 'text/html; charset=utf-8', 'form', '/', 'text/plain;x', 'multipart/form-data']
    for (const type of others) expect(await post(type, 'myip=9.9.9.99'), type).toEqual([400, 'badip'])
    portal.clock.advance(minuteMs)
    for (const type of others) {
      const query = await answerTo('myip=9.9.9.9', { headers: { 'content-type': type }, payload: '{"myip":"9.9.9.8"}' })
      expect(query, type).toEqual([200, 'good 9.9.9.9', 'good 9.9.9.9'])
    }
  })

  test('a form holds twenty names of the greatest length', async () => {
    await addNames()
    const label = 'x'.repeat(60)
    const names = Array.from(
      { length: 20 },
      (_, at) => `${String(at).padStart(2, '0')}${label}.${label}.${label}.${label}.de`,
    )
    const payload = `hostname=${encodeURIComponent(names.join())}&myip=9.9.9.9&myipv6=2620:fe::fe`
    const headers = { 'content-type': formType }
    expect(await answerTo('', { headers, payload })).toEqual([404, ...names.map(() => 'nohost')])
    expect(await answerTo('', { headers, payload: payload.repeat(2) })).toEqual([400, 'numhost'])
  })
})
