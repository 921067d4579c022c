/** Slots of many channels, sites and days that are computed together. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarDate, dayMs, instantText, minuteMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, slotsOfChannel } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'
import { noteDueSlots } from './due-slot.commands.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { rollUp } from './slot.commands.ts'
import { listDueSlots } from './slot.queries.ts'
import { accountDays } from './slot-account.commands.ts'

describe.each(engines)('slots of many sites on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  const db = () => portal.runtime.db
  const today = () => calendarDate(portal.clock.now())
  /** A quarter-hour of a channel. */
  const noon = (date: string, channel: string, value: number, time = '12:00') =>
    Array.from({ length: 15 }, (_, index) => ({
      channel,
      at: instantText(new Date(Date.parse(`${date}T${time}:00Z`) + index * minuteMs)),
      value,
    }))
  const daysOf = (siteId: string) =>
    db().selectFrom('energy_site_day').selectAll().where('site_id', '=', siteId).orderBy('date').execute()
  const minutesOf = (number: number) =>
    db().selectFrom('energy_minute').selectAll().where('channel_number', '=', number).orderBy('at_ms').execute()

  it('are computed together, each from its own readings', async () => {
    const dates = [dateAfter(today(), -2), dateAfter(today(), -1)]
    const opened = []
    for (const watts of [1_000, 2_000, 3_000]) {
      const site = await openPushingSite(portal, [{ key: 'grid' }, { key: 'level', role: 'battery', measure: 'level' }])
      const sent = dates.flatMap((date, day) => [
        ...noon(date, 'grid', watts * (day + 1)),
        ...noon(date, 'level', 90),
        ...noon(date, 'level', watts / 100 + day, '12:15'),
      ])
      expect((await site.push(sent)).json().rejected).toEqual([])
      opened.push({ ...site, watts })
    }
    await rollUp(portal.runtime)
    for (const { site, channels, watts } of opened) {
      expect(await daysOf(site.id)).toMatchObject(
        dates.map((date, day) => ({
          date,
          import_mwh: (watts * (day + 1) * 1_000) / 4,
          level_thousandths: (watts / 100 + day) * 1_000,
        })),
      )
      // The last value holds for three minutes.
      const minutes = await minutesOf(channels[0]?.number ?? 0)
      expect(minutes.map(({ mean_thousandths }) => mean_thousandths)).toEqual(
        dates.flatMap((_, day) => Array.from({ length: 17 }, () => watts * (day + 1) * 1_000)),
      )
      expect(await minutesOf(channels[1]?.number ?? 0)).toHaveLength(2 * 32)
    }
  })

  it('lose minutes, slots and days whose readings no longer count', async () => {
    const { site, push, channels } = await openPushingSite(portal, [{ key: 'pv', role: 'pv' }])
    const number = channels[0]?.number ?? 0
    await push(noon(dateAfter(today(), -1), 'pv', 1_000))
    await rollUp(portal.runtime)
    expect([await minutesOf(number), await daysOf(site.id)].map(({ length }) => length)).toEqual([17, 1])
    const admin = await portal.client('admin')
    await admin.patch(`/api/backend/energy-channels/${channels[0]?.id}/`, { factor: -1 })
    await rollUp(portal.runtime)
    expect([await minutesOf(number), await slotsOfChannel(portal, number), await daysOf(site.id)]).toEqual([[], [], []])
  })

  it('are known again without a channel that never sent, and deleted with the only one that did', async () => {
    const { site, push, channels } = await openPushingSite(portal, [
      { key: 'grid' },
      { key: 'battery', role: 'battery', measure: 'power' },
    ])
    await push(noon(dateAfter(today(), -1), 'grid', 1_000))
    await rollUp(portal.runtime)
    const used = async () => (await daysOf(site.id)).map(({ house_mwh, import_mwh }) => [house_mwh, import_mwh])
    expect(await used()).toEqual([[null, 250_000]])
    const admin = await portal.client('admin')
    const remove = (index: number) => admin.delete(`/api/backend/energy-channels/${channels[index]?.id}/`)
    expect((await remove(1)).statusCode).toBe(204)
    await rollUp(portal.runtime)
    expect(await used()).toEqual([[250_000, 250_000]])
    expect((await remove(0)).statusCode).toBe(204)
    await rollUp(portal.runtime)
    expect(await used()).toEqual([])
    expect(await slotsOfChannel(portal, channels[0]?.number ?? 0)).toEqual([])
  })

  it('are computed from the latest to the oldest: late readings of a site delay no other', async () => {
    const [late, other] = [await openPushingSite(portal), await openPushingSite(portal)]
    await late.push([-20, -10, -3].flatMap(days => noon(dateAfter(today(), days), 'grid', 500)))
    await other.push(noon(dateAfter(today(), -1), 'grid', 500))
    const due = await db()
      .transaction()
      .execute(trx => listDueSlots(trx, { before: portal.clock.now().getTime(), limit: 2 }))
    expect(due.map(({ site_id }) => site_id)).toEqual([other.site.id, other.site.id])
    await rollUp(portal.runtime)
    expect((await daysOf(late.site.id)).length).toBe(3)
  })

  it('mark the accounts of their day and the next one as due, which keep their computed values until then', async () => {
    const { site, push, channels } = await openPushingSite(portal)
    const other = await openPushingSite(portal)
    const dates = [-6, -5, -4, -3, -2].map(days => dateAfter(today(), days))
    await other.push(dates.flatMap(date => noon(date, 'grid', 500)))
    await push(dates.flatMap(date => noon(date, 'grid', 500)))
    await rollUp(portal.runtime)
    await accountDays(portal.runtime)
    const late = [dates[0], dates[2]].map(date => ({ channel: 'grid', at: `${date}T12:00:30.000Z`, value: 700 }))
    await push(late)
    await rollUp(portal.runtime)
    const accountsOf = async (id: string) => (await daysOf(id)).map(day => [day.is_account_due, day.unpriced_mwh])
    expect(await accountsOf(site.id)).toEqual([1, 1, 1, 1, 0].map(isDue => [isDue, 125_000]))
    expect(await accountsOf(other.site.id)).toEqual(dates.map(() => [0, 125_000]))
    expect(await minutesOf(channels[0]?.number ?? 0)).toHaveLength(dates.length * 17)
  })

  // On SQLite there is one writer at a time.
  it.runIf(engine === 'postgres')('wait for readings that are being stored', async () => {
    const { push, channels } = await openPushingSite(portal)
    const number = channels[0]?.number ?? 0
    const at = slotOf(portal.clock.now().getTime() - dayMs)
    await push([{ channel: 'grid', at: instantText(new Date(at)), value: 100 }])
    const [stored, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sending = inTransaction(portal.runtime, async trx => {
      const later = Array.from({ length: 14 }, (_, index) => at + (index + 1) * minuteMs)
      await trx
        .insertInto('energy_reading')
        .values(later.map(at_ms => ({ channel_number: number, at_ms, value_millionths: 100_000_000 })))
        .execute()
      await noteDueSlots(trx, [{ channel_number: number, at_ms: at }])
      stored.resolve()
      await waits.promise
    })
    await stored.promise
    const computing = rollUp(portal.runtime)
    await expect.poll(() => countWaiting(db())).toBe(1)
    waits.resolve()
    await Promise.all([sending, computing])
    const slots = await slotsOfChannel(portal, number)
    expect(slots.find(({ at_ms }) => at_ms === at)).toMatchObject({ mwh: 25_000, covered_ms: slotMs })
  })
})
