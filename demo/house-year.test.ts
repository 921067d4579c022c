import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import { checkEnergyDays } from '#server/features/energy/slot.queries.ts'
import { accountDays } from '#server/features/energy/slot-account.commands.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { writeHistory } from './demo-house.ts'
import { batteryLossless } from './house-model.ts'
import { mainHouse, plannedSites } from './house-plans.ts'
import { keepYear } from './house-year.ts'
import { insertHouses } from './insert-houses.ts'

const now = new Date('2026-11-20T12:07:10.000Z')
/** Two parts of two days each. */
const size = { days: 4, partDays: 2, beginsMs: 0, savingsPerRun: 12, priority: 0 }
/** Enough for the forecasts of these days. */
const historyDays = 45

describe.each(engines)('the year of the demo house on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    const built = testRuntime(database)
    runtime = { ...built, clock: { now: () => now } }
    const customer = { id: (await buildCustomer(built)).id, email: plannedSites[0]?.customer ?? '' }
    await inTransaction(built, trx => insertHouses(trx, [customer], now))
    await writeHistory(runtime, historyDays)
    await accountDays(runtime)
  })
  afterAll(() => database.close())

  it('has savings computed from each day under the optimiser, between self-use and the bound', async () => {
    const savings = () =>
      database.db
        .selectFrom('energy_saving')
        .innerJoin('energy_site', 'energy_site.id', 'energy_saving.site_id')
        .selectAll('energy_saving')
        .where('energy_site.key', '=', 'demo')
        .where('date', '>=', '2026-11-15')
        .where('date', '<', '2026-11-19')
        .where('obstacle', 'is', null)
        .execute()
    await expect
      .poll(
        async () => {
          await keepYear(runtime, size)
          return (await savings()).length
        },
        { timeout: 110_000 },
      )
      .toBe(4)
    const days = await savings()
    const sum = (column: 'actual_e4' | 'self_use_e4' | 'bound_e4') =>
      days.reduce((all, day) => all + Number(day[column]), 0)
    expect(sum('bound_e4')).toBeLessThanOrEqual(sum('actual_e4'))
    expect(sum('actual_e4')).toBeLessThan(sum('self_use_e4'))
    // All parts exist: nothing is started again.
    await keepYear(runtime, size)
    expect(await checkEnergyDays(database.db)).toEqual([])
  })

  it('has quarter-hours whose flows add up and match the content of the battery, also where parts meet', async () => {
    const site = await database.db
      .selectFrom('energy_site')
      .select('id')
      .where('key', '=', 'demo')
      .executeTakeFirstOrThrow()
    const slots = await database.db
      .selectFrom('energy_site_slot')
      .selectAll()
      .where('site_id', '=', site.id)
      .where('date', '>=', '2026-11-13')
      .where('date', '<', '2026-11-20')
      .orderBy('at_ms')
      .execute()
    expect(slots).toHaveLength((7 * dayMs) / slotMs)
    for (const [index, slot] of slots.entries()) {
      const { import_mwh, export_mwh, pv_mwh, charge_mwh, discharge_mwh, house_mwh, car_mwh, heat_mwh } = slot
      const into = Number(import_mwh) + Number(pv_mwh) + Number(discharge_mwh)
      const used = Number(export_mwh) + Number(charge_mwh) + Number(house_mwh) + Number(car_mwh) + Number(heat_mwh)
      expect(Math.abs(into - used), slot.date).toBeLessThan(1_000)
      const before = slots[index - 1]
      if (before === undefined) continue
      const gained = (Number(charge_mwh) * batteryLossless - Number(discharge_mwh) / batteryLossless) / 1000
      const levelled =
        ((Number(slot.level_thousandths) - Number(before.level_thousandths)) / 100_000) * mainHouse.batteryWh
      // Levels are tenths of a percent of 10 kWh.
      expect(Math.abs(levelled - gained), new Date(slot.at_ms).toISOString()).toBeLessThan(25)
    }
  })
})
