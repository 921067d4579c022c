/** Calls as the portal shows them: all of a day up to a limit, those above it counted. */
import { describe, expect, test } from 'vitest'
import { dnsCallsPerDay } from '#contract/limits.ts'
import { dayMs } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { holdDns } from '#server/testing/held-dns.ts'

describe.each(engines)('the calls of an endpoint on %s', engine => {
  const dns = holdDns(engine)
  const { call, loginKim } = dns

  const openEndpoint = async (callsToday: number) => {
    const { portal, desk } = dns
    const { id } = await desk.addEndpoint([await desk.addHostname('home', 'A')])
    const window_started_at = portal.clock.now().toISOString()
    await portal.runtime.db
      .insertInto('throttle')
      .values({ key: `dns_calls:${id}`, failures: callsToday, window_started_at, blocked_until: null })
      .execute()
    return {
      shown: async (): Promise<[request: string, answer: string, calls: number][]> => {
        const { results } = (await (await loginKim()).get(`/api/backend/dns-endpoints/${id}/calls/`)).json()
        return results.map((row: { request: string; answer: string; calls: number }) => [
          row.request.replace(/^.*=/, ''),
          row.answer,
          row.calls,
        ])
      },
    }
  }

  test('above the limit of a day are counted, and the last of them is shown', async () => {
    const { shown } = await openEndpoint(dnsCallsPerDay - 1)
    await call('9.9.9.1')
    for (const last of [2, 3, 4]) {
      dns.portal.clock.advance(1_000)
      await call(`9.9.9.${last}`)
    }
    expect(await shown()).toEqual([
      ['9.9.9.4', 'good 9.9.9.4', 3],
      ['9.9.9.1', 'good 9.9.9.1', 1],
    ])
    // Tomorrow they are shown again, and earlier counts stay.
    dns.portal.clock.advance(dayMs)
    await call('9.9.9.5')
    expect(await shown()).toEqual([
      ['9.9.9.5', 'good 9.9.9.5', 1],
      ['9.9.9.4', 'good 9.9.9.4', 3],
      ['9.9.9.1', 'good 9.9.9.1', 1],
    ])
  })

  test('that take longer do not write their answer over that of a later one', async () => {
    const { shown } = await openEndpoint(dnsCallsPerDay + 1)
    const held = dns.proxy.holdNext('request')
    const slow = call('9.9.9.1')
    await held.arrived
    await call('192.168.178.1')
    await held.release()
    expect((await slow).text).toBe('good 9.9.9.1')
    expect(await shown()).toEqual([['192.168.178.1', 'badip', 2]])
  })
})
