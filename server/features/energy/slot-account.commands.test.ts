import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EnergyStep, energySteps } from '#contract/energy-history.ts'
import { calendarDate, dayMs, instantText, minuteMs } from '#server/clock.ts'
import { buildTariff } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite } from '#server/testing/pushing-site.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { rollUp } from './slot.commands.ts'
import { checkEnergyDays } from './slot.queries.ts'
import { accountDays } from './slot-account.commands.ts'
import { checkEnergyAccounts } from './slot-account-check.queries.ts'

type Account = { costEur: number | null; unpricedWh: number | null; origin: Readonly<Record<string, number | null>> }

describe.each(engines)('cost and origin of energy on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  beforeEach(async () => {
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const text = (at: number) => instantText(new Date(at))
  const historyOf = async (id: string, query: string): Promise<{ results: Account[]; sums: Account }> => {
    const answer = await admin.get(`/api/backend/energy-sites/${id}/energy/?${query}`)
    expect([query, answer.statusCode]).toEqual([query, 200])
    return answer.json()
  }
  /** Sums of JSON numbers, exact, in hundred-millionths. */
  const sumOf = (amounts: readonly (number | null | undefined)[]) =>
    amounts.reduce<number>((sum, amount) => sum + Math.round((amount ?? 0) * 1e8), 0)
  const compute = async () => {
    await rollUp(portal.runtime)
    await accountDays(portal.runtime)
  }

  /** Three days until now: a house and a battery that the grid charges at night and that the evening empties. */
  async function measure() {
    const opened = await openPushingSite(portal, [
      { key: 'grid' },
      { key: 'pv', role: 'pv' },
      { key: 'battery', role: 'battery' },
    ])
    const now = portal.clock.now().getTime()
    const first = now - (now % (15 * minuteMs)) - 3 * dayMs
    const readings = []
    for (let at = first; at <= now; at += 5 * minuteMs) {
      const hour = new Date(at).getUTCHours()
      const pv = hour > 8 && hour < 16 ? 4_321 : 0
      const battery = hour < 4 || (hour > 10 && hour < 13) ? -1_111 : hour > 17 ? 777 : 0
      readings.push({ channel: 'pv', at: text(at), value: pv }, { channel: 'battery', at: text(at), value: battery })
      readings.push({ channel: 'grid', at: text(at), value: 633.3 - pv - battery })
    }
    expect((await opened.push(readings)).json().rejected).toEqual([])
    portal.clock.advance(20 * minuteMs)
    await compute()
    return opened.site
  }

  it('adds up over all steps, exactly, today included', async () => {
    const site = await measure()
    await buildTariff(portal.runtime, { site_id: site.id, valid_from: '2020-01-01' })
    const today = calendarDate(portal.clock.now())
    await portal.runtime.db.updateTable('energy_site_day').set({ is_account_due: 1 }).execute()
    await portal.runtime.db
      .insertInto('energy_price')
      .values({
        zone: 'DE-LU',
        at_ms: Date.parse(`${dateAfter(today, -3)}T00:00:00Z`),
        spot_thousandths: 9_876,
        source: 'smard',
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await accountDays(portal.runtime)
    const range = `from=${dateAfter(today, -4)}&to=${dateAfter(today, 1)}`
    const { sums } = await historyOf(site.id, `${range}&step=slot`)
    expect(sums.costEur).not.toBeNull()
    expect(Math.min(...Object.values(sums.origin).map(Number))).toBeGreaterThan(0)
    for (const step of energySteps.filter(step => step !== 'minute')) {
      const history = await historyOf(site.id, `${wholeOf(step, range)}&step=${step}`)
      expect([step, history.sums]).toEqual([
        step,
        expect.objectContaining({ costEur: sums.costEur, origin: sums.origin }),
      ])
      expect([step, sumOf(history.results.map(({ costEur }) => costEur))]).toEqual([step, sumOf([sums.costEur])])
      for (const [part, amount] of Object.entries(sums.origin)) {
        const parts = history.results.map(({ origin }) => origin[part])
        expect([step, part, sumOf(parts)]).toEqual([step, part, sumOf([amount])])
      }
    }
  })

  /** Months and years need a range of their own. */
  function wholeOf(step: EnergyStep, range: string): string {
    return step === 'month' || step === 'year' ? 'from=2020-01-01&to=2040-01-01' : range
  }

  it('is checked, day by day, and so is the level', async () => {
    const site = await measure()
    await buildTariff(portal.runtime, { site_id: site.id, valid_from: '2020-01-01' })
    await portal.runtime.db.updateTable('energy_site_day').set({ is_account_due: 1 }).execute()
    await compute()
    const { db } = portal.runtime
    const date = dateAfter(calendarDate(portal.clock.now()), -1)
    const day = db.updateTable('energy_site_day').where('site_id', '=', site.id).where('date', '=', date)
    const wrong = [{ name: site.name, date }]
    expect([await checkEnergyAccounts(db), await checkEnergyDays(db)]).toEqual([[], []])
    await day.set({ level_thousandths: 1 }).execute()
    expect([await checkEnergyAccounts(db), await checkEnergyDays(db)]).toEqual([[], wrong])
    await day.set(eb => ({ level_thousandths: null, cost_e8: eb('cost_e8', '+', 1) })).execute()
    expect([await checkEnergyAccounts(db), await checkEnergyDays(db)]).toEqual([wrong, []])
    await day.set(eb => ({ cost_e8: eb('cost_e8', '-', 1), origin_grid_mwh: null })).execute()
    expect([await checkEnergyAccounts(db), await checkEnergyDays(db)]).toEqual([wrong, []])
    // Due days are recomputed in any case.
    await day.set({ is_account_due: 1 }).execute()
    expect(await checkEnergyAccounts(db)).toEqual([])
  })

  it('follows a tariff that begins, changes and ends, also backwards', async () => {
    const site = await measure()
    const yesterday = dateAfter(calendarDate(portal.clock.now()), -1)
    const cost = async () => {
      await accountDays(portal.runtime)
      const { sums } = await historyOf(site.id, `from=${yesterday}&to=${dateAfter(yesterday, 1)}&step=day`)
      return sums
    }
    const unpriced = await cost()
    expect(unpriced.costEur).toBeNull()
    expect(unpriced.unpricedWh).toBeGreaterThan(0)
    const tariffs = '/api/backend/energy-tariffs/'
    const tariff = {
      vat: 0.19,
      supply: { spotShare: 0, ct: 10 },
      gridFee: { ct: 8, windows: [] },
      leviesCt: 2,
      feedIn: { ct: 0, spotShare: 0, zeroWhenSpotNegative: false },
    }
    const body = { siteId: site.id, validFrom: '2020-01-01', name: 'Fest', tariff }
    const added = await admin.post(tariffs, body)
    expect(added.statusCode).toBe(201)
    const first = await cost()
    expect(first).toMatchObject({ unpricedWh: 0, origin: unpriced.origin })
    const url = `${tariffs}${added.json().id}/`
    await admin.patch(url, { tariff: { ...tariff, vat: 0, supply: { spotShare: 0, ct: 13.8 } } })
    expect((await cost()).costEur).toBe(first.costEur)
    await admin.patch(url, { tariff: { ...tariff, supply: { spotShare: 0, ct: 30 } } })
    expect((await cost()).costEur).toBeCloseTo(2 * Number(first.costEur), 6)
    await admin.delete(url)
    expect(await cost()).toEqual(unpriced)
  })

  it('follows late readings of the day before, which determine the battery', async () => {
    const { site, push } = await openPushingSite(portal, [
      { key: 'grid' },
      { key: 'pv', role: 'pv' },
      { key: 'battery', role: 'battery' },
    ])
    const yesterday = dateAfter(calendarDate(portal.clock.now()), -1)
    const send = async (date: string, pv: number, battery: number) => {
      const start = Date.parse(`${date}T11:00:00Z`)
      const times = Array.from({ length: 13 }, (_, index) => text(start + index * 5 * minuteMs))
      await push(
        times.flatMap(at => [
          { channel: 'grid', at, value: 0 },
          { channel: 'pv', at, value: pv },
          { channel: 'battery', at, value: battery },
        ]),
      )
      await compute()
    }
    const originOf = async () => {
      const query = `from=${yesterday}&to=${dateAfter(yesterday, 1)}&step=day`
      return (await historyOf(site.id, query)).sums.origin
    }
    await send(yesterday, 0, 400)
    const { batteryGridWh, ...before } = await originOf()
    expect(batteryGridWh).toBeGreaterThanOrEqual(400)
    expect(before).toEqual({ pvWh: 0, batteryPvWh: 0, gridWh: 0 })
    await send(dateAfter(yesterday, -1), 1_000, -1_000)
    expect(await originOf()).toEqual({ pvWh: 0, batteryPvWh: batteryGridWh, batteryGridWh: 0, gridWh: 0 })
  })
})
