import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildChannel, buildSite } from '#server/testing/build-energy.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const list = '/api/backend/energy-sites/'
const summary = '/api/backend/energy-site-summary/'
const million = 1_000_000

describe.each(engines)('the latest values of many sites on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const at = (minutesAgo: number) => instantText(plusMs(portal.clock.now(), -minutesAgo * minuteMs))
  type Parts = Parameters<typeof buildChannel>[1]
  const channel = (siteId: string, value: number, minutesAgo: number, parts: Parts) =>
    buildChannel(portal.runtime, {
      site_id: siteId,
      last_value_millionths: value * million,
      last_at: at(minutesAgo),
      ...parts,
    })
  const pv = { role: 'pv', measure: 'power' } as const
  const level = { role: 'battery', measure: 'level' } as const

  it('are in the list and in the sums, each with its age', async () => {
    expect((await admin.get(summary)).json()).toEqual({
      sitesCount: 0,
      silentCount: 0,
      alarmingCount: 0,
      alarmsCount: 0,
      measuredCount: 0,
      pvW: null,
      usedW: null,
      importW: null,
      exportW: null,
      pvTodayWh: null,
    })
    const { runtime } = portal
    const customer = await buildCustomer(runtime)
    const sun = await buildSite(runtime, {
      name: 'Sonnig',
      customer_id: customer.id,
      state: 'ok',
      last_reading_at: at(0),
      alarms: 2,
    })
    // Kilowatts, and a small generation below 0 that counts as none.
    await channel(sun.id, 4.2, 1, { ...pv, factor_millionths: 1_000 * million })
    await channel(sun.id, -20, 2, pv)
    await channel(sun.id, -3_000, 0, { role: 'grid', measure: 'power' })
    await channel(sun.id, -500, 0, { role: 'battery', measure: 'power' })
    await channel(sun.id, 40, 3, level)
    await channel(sun.id, 60, 0, level)
    await channel(sun.id, 300, 0, { role: 'car', measure: 'power' })
    await channel(sun.id, 999_999_999, 9, { role: 'grid', measure: 'export' })
    const quiet = await buildSite(runtime, { name: 'Still', state: 'silent', last_reading_at: at(16), alarms: 1 })
    await channel(quiet.id, 5_000, 16, pv)
    await buildChannel(runtime, { site_id: quiet.id, ...level })
    const bought = await buildSite(runtime, { name: 'Ohne Sonne', state: 'ok', last_reading_at: at(14) })
    await channel(bought.id, 800, 14, { role: 'grid', measure: 'power' })
    await buildSite(runtime, { name: 'Unbekannt' })
    const day = { covered_ms: 1 }
    await runtime.db
      .insertInto('energy_site_day')
      .values([
        { ...day, site_id: sun.id, date: '2026-03-10', pv_mwh: 12_345_678 },
        { ...day, site_id: sun.id, date: '2026-03-09', pv_mwh: 1 },
        { ...day, site_id: quiet.id, date: '2026-03-10', pv_mwh: 1_000 },
        { ...day, site_id: bought.id, date: '2026-03-10' },
      ])
      .execute()
    const { results } = (await admin.get(list)).json()
    const nowOf = Object.fromEntries(results.map((site: { name: string; now: unknown }) => [site.name, site.now]))
    expect(nowOf).toEqual({
      Sonnig: {
        pv: { powerW: 4_200, at: at(2) },
        level: { percent: 50, at: at(3) },
        pvTodayWh: 12_345.678,
        oldestAt: at(9),
      },
      Still: { pv: { powerW: 5_000, at: at(16) }, level: null, pvTodayWh: 1, oldestAt: at(16) },
      'Ohne Sonne': { pv: null, level: null, pvTodayWh: null, oldestAt: at(14) },
      Unbekannt: { pv: null, level: null, pvTodayWh: null, oldestAt: null },
    })
    expect((await admin.get(summary)).json()).toEqual({
      sitesCount: 4,
      silentCount: 1,
      alarmingCount: 2,
      alarmsCount: 3,
      // After 16 minutes of silence a value is no current power.
      measuredCount: 2,
      pvW: 4_200,
      // 4,200 of the sun − 3,000 fed in − 500 charged, and 800 bought.
      usedW: 1_500,
      importW: 800,
      exportW: 3_000,
      pvTodayWh: 12_346.678,
    })
    const own = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    expect((await own.get(list)).json().results).toEqual([
      expect.objectContaining({ name: 'Sonnig', now: nowOf.Sonnig }),
    ])
    expect((await own.get(summary)).statusCode).toBe(403)
  })

  it('leave out impossible values', async () => {
    const before = (await admin.get(summary)).json()
    const site = await buildSite(portal.runtime, { name: 'Vertauscht', state: 'ok', last_reading_at: at(0) })
    await channel(site.id, -2_000, 0, pv)
    await channel(site.id, 900, 0, { role: 'grid', measure: 'power' })
    await channel(site.id, 300, 0, { role: 'car', measure: 'power' })
    const { results } = (await admin.get(`${list}?search=Vertauscht`)).json()
    expect(results).toMatchObject([{ now: { pv: null } }])
    const { flows, channels } = (await admin.get(`${list}${site.id}/live/`)).json()
    expect(channels.map(({ value, isDoubted }: Record<string, unknown>) => [value, isDoubted]).toSorted()).toEqual([
      [-2_000, true],
      [300, false],
      [900, false],
    ])
    expect(flows).toMatchObject({ pv: null, house: null, import: { powerW: 900 }, car: { powerW: 300 } })
    const { pvW, usedW, importW } = (await admin.get(summary)).json()
    // The house is unknown while the solar power is.
    expect([pvW, usedW, importW]).toEqual([before.pvW, before.usedW + 300, before.importW + 900])
    await portal.runtime.db.deleteFrom('energy_site').where('id', '=', site.id).execute()
  })

  it('are those of the sites of a page', async () => {
    const { count, results } = (await admin.get(`${list}?page_size=1&page=3&ordering=-name`)).json()
    expect(count).toBe(4)
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ name: 'Sonnig', now: { level: { percent: 50 } } })
  })
})
