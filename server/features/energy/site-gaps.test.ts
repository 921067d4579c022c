import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { buildChannel, buildSite } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const slotMs = 900_000
/** 10 March 2026 in Berlin. */
const midnight = Date.parse('2026-03-09T23:00:00.000Z')
const atSlot = (slot: number) => new Date(midnight + slot * slotMs).toISOString()

describe.each(engines)('the gaps of a site on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  it('have a reason: before the first value, a silent device, refused values, a silent site', async () => {
    const { runtime } = portal
    const { db } = runtime
    const site = await buildSite(runtime)
    const created_at = '2026-03-01T00:00:00.000Z'
    const grid = await buildChannel(runtime, { site_id: site.id, name: 'Netz', created_at })
    const sun = await buildChannel(runtime, { site_id: site.id, name: 'Sonne', role: 'pv', created_at })
    // A level is no flow.
    await buildChannel(runtime, { site_id: site.id, role: 'battery', measure: 'level', created_at })
    const slots = [
      [grid.number, 2, 'measured'],
      [sun.number, 2, 'measured'],
      [grid.number, 3, 'measured'],
      [sun.number, 3, 'gap'],
    ] as const
    await db
      .insertInto('energy_slot')
      .values(
        slots.map(([channel_number, slot, quality]) => ({
          channel_number,
          at_ms: midnight + slot * slotMs,
          covered_ms: 1,
          quality,
        })),
      )
      .execute()
    const ofSite = { site_id: site.id, date: '2026-03-10', covered_ms: 1 }
    await db
      .insertInto('energy_site_slot')
      .values([
        { ...ofSite, at_ms: midnight + 2 * slotMs, quality: 'measured' },
        { ...ofSite, at_ms: midnight + 3 * slotMs, quality: 'gap' },
      ])
      .execute()
    await db
      .insertInto('energy_rejection')
      .values({
        id: 'refusal',
        site_id: site.id,
        channel: 'grid',
        value: '1e9',
        reading_at: atSlot(5),
        code: 'value.implausible',
        created_at: atSlot(9),
      })
      .execute()
    const path = `/api/backend/energy-sites/${site.id}/gaps/`
    const own = await portal.loginAs(await buildUser(runtime, { customerId: site.customer_id }))
    const { results } = (await own.get(`${path}?from=2026-03-10`)).json()
    const closed = results.at(-1)?.to
    expect(results).toEqual([
      { from: atSlot(0), to: atSlot(2), reason: 'before_first', channels: [], code: null },
      { from: atSlot(3), to: atSlot(4), reason: 'channel_silent', channels: ['Sonne'], code: null },
      { from: atSlot(4), to: atSlot(5), reason: 'site_silent', channels: [], code: null },
      { from: atSlot(5), to: atSlot(6), reason: 'refused', channels: ['grid'], code: 'value.implausible' },
      { from: atSlot(6), to: closed, reason: 'site_silent', channels: [], code: null },
    ])
    // An unfinished quarter-hour is no gap.
    expect(Date.parse(closed)).toBeLessThanOrEqual(portal.clock.now().getTime())
    expect((await own.get(path)).json().results).toEqual(results)
    expect((await own.get(`${path}?from=2027-01-01`)).json().results).toEqual([])
    // A week begins before the day, and a month ends after it.
    const before = { ...results[0], from: new Date(midnight - 96 * slotMs).toISOString() }
    for (const range of ['from=2026-03-09&to=2026-03-16', 'from=2026-03-09&to=2027-03-09']) {
      expect((await own.get(`${path}?${range}`)).json().results).toEqual([before, ...results.slice(1)])
    }
    for (const range of ['from=2026-03-10&to=2026-03-10', 'from=2020-03-10&to=2026-03-10']) {
      expect((await own.get(`${path}?${range}`)).statusCode).toBe(422)
    }
    const stranger = await portal.client('customer')
    expect((await stranger.get(path)).statusCode).toBe(404)
  })
})
