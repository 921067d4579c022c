/** Faults between portal and provider, on a real PowerDNS: afterwards no value is older than the last accepted one. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { holdDns } from '#server/testing/held-dns.ts'
import { powerDnsKey } from '#server/testing/name-servers.ts'
import { numberOfCases } from '#server/testing/number-of-cases.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

const rounds = numberOfCases(1, 25)
const secondLookMs = 75_000

describe.each(engines)('on %s', engine => {
  const dns = holdDns(engine)
  const { call, later, addRouter, loginKim } = dns

  test('a frozen name server: the address is kept, and written when the server continues', async () => {
    const { id } = await addRouter()
    await freeze(dns.pdns.process)
    try {
      const answer = await call('9.9.9.1')
      expect([answer.status, answer.text]).toEqual([503, '911'])
      expect(answer.retryAfter).toBeGreaterThan(0)
      expect(await dns.desk.rowOf(id)).toMatchObject({ value: '9.9.9.1', state: 'retrying', failure: 'unavailable' })
    } finally {
      dns.pdns.process.kill('SIGCONT')
    }
    await later(minuteMs)
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.1'])
    await later(5_000)
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'current', failure: null, verified_by: 'servers' })
  })

  test.each([
    ['after the newer one is proven', true],
    ['before the newer one is proven', false],
  ])('an old write that lands late, %s, does not stay', async (_, isProven) => {
    const { id } = await addRouter()
    const held = dns.proxy.holdNext('request')
    const first = call('9.9.9.1')
    await held.arrived
    expect((await first).text).toBe('911')
    dns.portal.clock.advance(minuteMs)
    expect((await call('9.9.9.2')).text).toBe('good 9.9.9.2')
    if (isProven) await later(5_000)
    await held.release()
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.1'])
    if (isProven) await later(secondLookMs)
    for (const pause of isProven ? [] : [5_000, 15_000]) await later(pause)
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.2'])
    await later(secondLookMs)
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'current', value: '9.9.9.2', written_value: '9.9.9.2' })
  })

  test('a write whose answer is lost is read back, not repeated', async () => {
    const { id } = await addRouter()
    const before = dns.proxy.writes()
    const held = dns.proxy.holdNext('answer')
    const answer = call('9.9.9.1')
    await held.arrived
    expect((await answer).text).toBe('911')
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'retrying', failure: 'unknown' })
    await held.release()
    await later(minuteMs)
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'published', written_value: '9.9.9.1', failure: null })
    expect(dns.proxy.writes() - before).toBe(1)
  })

  test('a repaired key heals every name of the domain without the router', async () => {
    const names = [await dns.desk.addHostname('home', 'A'), await dns.desk.addHostname('nas', 'A')]
    await dns.desk.addEndpoint(names)
    await dns.desk.setKey('widerrufen')
    expect((await call('9.9.9.1')).text).toBe('dnserr\ndnserr')
    expect((await call('9.9.9.2')).text).toBe('dnserr\ndnserr')
    const kim = await loginKim()
    const repaired = await kim.put(`/api/backend/dns-domains/${dns.desk.domainId}/api-key/`, { apiKey: powerDnsKey })
    expect(repaired.statusCode, repaired.body).toBe(200)
    await later(0)
    expect([await dns.desk.shown('home'), await dns.desk.shown('nas')]).toEqual([['9.9.9.2'], ['9.9.9.2']])
    await later(5_000)
    for (const { id } of names) expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'current', failure: null })
    const domain = (await kim.get(`/api/backend/dns-domains/${dns.desk.domainId}/`)).json()
    expect(domain.failure).toBeNull()
  })

  test(`of calls at the same time the last accepted stays, ${rounds} times`, { timeout: 30_000 * rounds }, async () => {
    const { id } = await addRouter()
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => call(`9.9.${round}.${at + 1}`)))
      expect(answers.filter(({ text }) => !/^(good|911)/.test(text))).toEqual([])
      await expectLastAccepted(id)
      dns.portal.clock.advance(minuteMs)
    }
    expect(dns.proxy.mostAtOnce(dns.desk.zone)).toBe(1)
  })

  test.runIf(engine === 'postgres')('two instances write one after the other', async () => {
    const { database, runtime } = dns.portal
    const other = await openTestApp(engine, { instanceOn: database, keys: runtime.keys, env: dns.env() })
    try {
      const { id } = await addRouter()
      for (let round = 0; round < rounds; round += 1) {
        other.clock.advance(dns.portal.clock.now().getTime() - other.clock.now().getTime())
        await Promise.all([
          call(`9.9.${round}.1`),
          call(`9.9.${round}.2`, other.app),
          call(`9.9.${round}.3`),
          reconcileDueDomains(dns.portal.runtime),
          reconcileDueDomains(other.runtime),
        ])
        await expectLastAccepted(id)
        dns.portal.clock.advance(minuteMs)
      }
      expect(dns.proxy.mostAtOnce(dns.desk.zone)).toBe(1)
    } finally {
      await other.close()
    }
  })

  /** The provider, our record of it and the world have the address that was stored last. */
  const expectLastAccepted = async (id: string) => {
    await later(2_000)
    const { value, written_value: written } = await dns.desk.rowOf(id)
    const changes = await dns.portal.runtime.db
      .selectFrom('dns_change')
      .select('value')
      .where('hostname_id', '=', id)
      .where('event', '=', 'wanted')
      .orderBy('id', 'desc')
      .execute()
    expect(changes.map(change => change.value)).toContain(value)
    expect([await dns.desk.shown('home'), written]).toEqual([[value], value])
  }

  test('a record that is removed while it is being written is gone afterwards, for good', async () => {
    const { id } = await addRouter()
    const held = dns.proxy.holdNext('request')
    const answer = call('9.9.9.1')
    await held.arrived
    const kim = await loginKim()
    const removed = kim.delete(`/api/backend/dns-hostnames/${id}/?record=remove`)
    await held.release()
    expect((await answer).text).toBe('good 9.9.9.1')
    expect((await removed).statusCode).toBe(204)
    expect(await dns.desk.shown('home')).toEqual([])
    await later(minuteMs)
    expect(await dns.desk.shown('home')).toEqual([])
  })

  test('a value of somebody else is adopted, and the router’s next address replaces it', async () => {
    const { id } = await addRouter()
    await call('9.9.9.1')
    await later(5_000)
    await dns.desk.writeBehind('home', ['8.8.8.8'])
    await later(dayMs + hourMs)
    const kim = await loginKim()
    const adopted = await kim.post(`/api/backend/dns-hostnames/${id}/adopt/`, {})
    expect(adopted.json()).toMatchObject({ value: '8.8.8.8', foundValues: [] })
    await later(0)
    await later(5_000)
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'current', value: '8.8.8.8' })
    expect(await dns.desk.shown('home')).toEqual(['8.8.8.8'])
    expect((await call('9.9.9.2')).text).toBe('good 9.9.9.2')
  })

  test('a value that somebody else writes before ours is proven is left to a person, too', async () => {
    const { id } = await addRouter()
    expect((await call('9.9.9.1')).text).toBe('good 9.9.9.1')
    await dns.desk.writeBehind('home', ['8.8.8.8'])
    for (const pause of [5_000, 15_000]) await later(pause)
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'differs', found_values: '["8.8.8.8"]' })
    expect(await dns.desk.shown('home')).toEqual(['8.8.8.8'])
  })

  test('an update requested by hand does not overwrite later changes of others', async () => {
    const { id } = await addRouter()
    await call('9.9.9.1')
    await later(5_000)
    await dns.desk.writeBehind('home', ['8.8.8.8'])
    const kim = await loginKim()
    const asked = await kim.post(`/api/backend/dns-hostnames/${id}/update/`, {})
    expect(asked.json()).toMatchObject({ state: 'differs', value: '9.9.9.1', foundValues: ['8.8.8.8'] })
    expect(await dns.desk.shown('home')).toEqual(['8.8.8.8'])
    // The router's next address is a reported change.
    expect((await call('9.9.9.2')).text).toBe('good 9.9.9.2')
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.2'])
  })

  test('several values are not adopted, but overwritten when a person decides so', async () => {
    const { id } = await addRouter()
    await dns.desk.writeBehind('home', ['8.8.8.8', '8.8.4.4'])
    expect((await call('9.9.9.1')).text).toBe('911')
    const kim = await loginKim()
    const url = `/api/backend/dns-hostnames/${id}/`
    const refused = await kim.post(`${url}adopt/`, {})
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'dns_hostname.several_values'])
    expect((await kim.get(url)).json().permissions).not.toContain('adopt')
    expect((await kim.post(`${url}overwrite/`, {})).json()).toMatchObject({ state: 'published', value: '9.9.9.1' })
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.1'])
  })
})

/** Its threads may run on briefly. */
async function freeze(process: { pid?: number | undefined; kill: (signal: NodeJS.Signals) => unknown }) {
  process.kill('SIGSTOP')
  const threads = `/proc/${process.pid}/task`
  const stateOf = (thread: string) =>
    readFileSync(`${threads}/${thread}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .charAt(0)
  await expect.poll(() => [...new Set(readdirSync(threads).map(stateOf))]).toEqual(['T'])
}
