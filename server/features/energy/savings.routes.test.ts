import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EnergySaving } from '#contract/energy-savings.ts'
import { calendarDate, dayMs, instantText, minuteMs, startOfBerlinDay } from '#server/clock.ts'
import { createPlanner } from '#server/energy/planner.ts'
import { buildChannel, buildStorage, buildTariff } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, type SentByTest } from '#server/testing/pushing-site.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { storeSavings } from './saving.commands.ts'
import { rollUp } from './slot.commands.ts'
import { accountDays } from './slot-account.commands.ts'

const fixed = {
  vat: 0.19,
  supply: { spotShare: 0, ct: 12 },
  gridFee: { ct: 9.5, windows: [{ from: '00:00', to: '06:00', ct: 1, months: null }] },
  leviesCt: 4.6,
  feedIn: { ct: 8, spotShare: 0, zeroWhenSpotNegative: false },
}

describe.each(engines)('savings on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  beforeEach(async () => {
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const compute = async () => {
    await rollUp(portal.runtime)
    await accountDays(portal.runtime)
    await storeSavings(portal.runtime)
  }
  const savingsOf = async (id: string, from: string, to: string): Promise<EnergySaving> => {
    const answer = await admin.get(`/api/backend/energy-sites/${id}/savings/?from=${from}&to=${to}`)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  /** Two days of a house whose battery waits all night and covers the evening; half of the first day is missing. */
  async function measure() {
    const now = portal.clock.now()
    const yesterday = dateAfter(calendarDate(now), -1)
    const dates = [dateAfter(yesterday, -1), yesterday] as const
    const opened = await openPushingSite(portal, [{ key: 'grid' }, { key: 'pv', role: 'pv' }])
    const storage = await buildStorage(portal.runtime, { site_id: opened.site.id })
    const technical = { ...JSON.parse(storage.technical), maxDischargeW: 5000 }
    await portal.runtime.db
      .updateTable('energy_storage')
      .set({ technical: JSON.stringify(technical) })
      .where('id', '=', storage.id)
      .execute()
    const ofBattery = { role: 'battery', site_id: opened.site.id, storage_id: storage.id } as const
    await buildChannel(portal.runtime, { ...ofBattery, key: 'battery' })
    await buildChannel(portal.runtime, { ...ofBattery, key: 'level', measure: 'level' })
    const first = startOfBerlinDay(dates[0]).getTime()
    const end = startOfBerlinDay(calendarDate(now)).getTime()
    const readings: SentByTest[] = []
    let contentWh = 5000
    for (let at = first - 60 * minuteMs; at <= end + 15 * minuteMs; at += 5 * minuteMs) {
      const hour = new Date(at).getUTCHours()
      const pv = hour >= 9 && hour < 15 ? 3000 : 0
      const battery = hour >= 9 && hour < 12 ? -1200 : hour >= 18 && hour < 20 ? 1500 : 0
      if (at < first || at > first + dayMs / 2) {
        const sent = { at: instantText(new Date(at)) }
        readings.push({ ...sent, channel: 'pv', value: pv }, { ...sent, channel: 'battery', value: battery })
        readings.push({ ...sent, channel: 'grid', value: 600 - pv - battery })
        readings.push({ ...sent, channel: 'level', value: contentWh / 100 })
      }
      contentWh = Math.max(0, Math.min(10_000, contentWh - battery / 12))
    }
    expect((await opened.push(readings)).json().rejected).toEqual([])
    return { ...opened, dates }
  }

  it('are computed for whole measured days only, add up, and are recomputed with another tariff', async () => {
    const { site, dates } = await measure()
    await compute()
    expect((await savingsOf(site.id, dates[0], dateAfter(dates[1], 2))).missing).toEqual([
      { date: dates[0], obstacle: 'coverage' },
      { date: dates[1], obstacle: 'no_tariff' },
    ])
    const tariff = await buildTariff(portal.runtime, {
      site_id: site.id,
      valid_from: '2020-01-01',
      prices: JSON.stringify(fixed),
    })
    const mark = () => portal.runtime.db.updateTable('energy_site_day').set({ is_account_due: 1 }).execute()
    await mark()
    await compute()
    const found = await savingsOf(site.id, dates[0], dateAfter(dates[1], 2))
    expect(found.results.map(({ date }) => date)).toEqual([dates[1]])
    expect(found.missing).toEqual([{ date: dates[0], obstacle: 'coverage' }])
    const [day] = found.results
    if (day === undefined) throw new Error('no day')
    expect(day.coverage).toBeGreaterThan(0.99)
    expect(day.boundEur).toBeLessThanOrEqual(Math.min(day.actualEur, day.selfUseEur, day.rulesEur))
    // The battery waited although the house used energy: self-use would have been cheaper.
    expect(day.savedEur).toBeLessThan(0)
    expect(day.noneEur).toBeGreaterThan(day.selfUseEur)
    const { date: _, ...costs } = day
    expect(found.sums).toEqual({ ...costs, days: 1, negativeDays: 1 })

    const dearer = JSON.stringify({ ...fixed, supply: { spotShare: 0, ct: 30 } })
    await portal.runtime.db.updateTable('energy_tariff').set({ prices: dearer }).where('id', '=', tariff.id).execute()
    await mark()
    await compute()
    const [recomputed] = (await savingsOf(site.id, dates[1], dateAfter(dates[1], 1))).results
    expect(recomputed?.actualEur).toBeGreaterThan(day.actualEur)

    // Without published prices of the exchange there is no saving.
    const dynamic = JSON.stringify({ ...fixed, supply: { spotShare: 1, ct: 2 } })
    await portal.runtime.db.updateTable('energy_tariff').set({ prices: dynamic }).where('id', '=', tariff.id).execute()
    await mark()
    await compute()
    const { missing } = await savingsOf(site.id, dates[1], dateAfter(dates[1], 1))
    expect(missing).toEqual([{ date: dates[1], obstacle: 'no_prices' }])
  })

  it('of a day that changes during their computation are recomputed; a crashing solver costs none', async () => {
    const { site, dates } = await measure()
    await buildTariff(portal.runtime, { site_id: site.id, valid_from: '2020-01-01', prices: JSON.stringify(fixed) })
    await rollUp(portal.runtime)
    await accountDays(portal.runtime)
    const { db } = portal.runtime
    const dueOf = () =>
      db.selectFrom('energy_site_day').select('is_saving_due').where('site_id', '=', site.id).orderBy('date').execute()
    const crashing = new URL('../../testing/crashing-planner-thread.ts', import.meta.url)
    await storeSavings(portal.runtime, {
      createThread: () => {
        const planner = createPlanner(crashing)
        return {
          ...planner,
          ask: async (task, input) => {
            await db.updateTable('energy_site_day').set({ is_saving_due: 1 }).where('site_id', '=', site.id).execute()
            return planner.ask(task, input)
          },
        }
      },
    })
    expect((await savingsOf(site.id, dates[1], dateAfter(dates[1], 1))).results).toHaveLength(1)
    expect((await dueOf()).some(({ is_saving_due: due }) => due === 1)).toBe(true)
    await storeSavings(portal.runtime)
    const [, second] = await dueOf()
    expect(second?.is_saving_due).toBe(0)
  })

  it('of a range that ends before it begins or is too long are refused', async () => {
    const { site } = await openPushingSite(portal)
    for (const query of ['from=2026-03-02&to=2026-03-01', 'from=2020-01-01&to=2026-01-01', 'from=2026-13-01']) {
      const answer = await admin.get(`/api/backend/energy-sites/${site.id}/savings/?${query}`)
      expect([query, answer.statusCode]).toEqual([query, 422])
    }
    const { results, missing, sums } = (
      await admin.get(`/api/backend/energy-sites/${site.id}/savings/`)
    ).json<EnergySaving>()
    expect([results, missing, sums.days, sums.coverage]).toEqual([[], [], 0, 0])
  })
})
