/** From readings to slots, days and sums; recomputes only what changed. */
import type { Transaction } from 'kysely'
import { energyFlows, isCounter } from '#contract/energy-roles.ts'
import { calendarDate } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { EnergySiteSlotTable } from '#server/database/energy-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteReset } from './alarm.commands.ts'
import { resetWatchedMs } from './alarm.rules.ts'
import { type ChannelSlot, channelSlots, minuteStepMs, slotMs } from './channel-slots.rules.ts'
import { intervalsOf } from './counter.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { listNear } from './energy-reading.queries.ts'
import { readingValue } from './reading.rules.ts'
import { siteSlot } from './site-slots.rules.ts'
import { closedAfterMs, type DueSlot, listDueSlots, listSlotsOfDay, listSlotsOfSite } from './slot.queries.ts'

type Trx = Transaction<Database>

/** Slots of one transaction, 0.3 ms each: other writers get their turn between two. */
const slotsAtOnce = 50

/** Computes all closed slots whose readings have changed, and what depends on them. */
export async function rollUp(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now().getTime()
  const before = now - slotMs - closedAfterMs + 1
  for (let done = slotsAtOnce; done === slotsAtOnce; ) {
    done = await inTransaction(runtime, async trx => {
      const due = await listDueSlots(trx, { before, limit: slotsAtOnce })
      for (const ofChannel of Map.groupBy(due, ({ channel_number }) => channel_number).values()) {
        await rollUpChannel(trx, ofChannel, now)
      }
      for (const [siteId, ofSite] of Map.groupBy(due, ({ site_id }) => site_id)) {
        await rollUpSite(trx, siteId, [...new Set(ofSite.map(({ at_ms }) => at_ms))])
      }
      return due.length
    })
  }
}

async function rollUpChannel(trx: Trx, due: readonly DueSlot[], now: number): Promise<void> {
  const [channel] = due
  if (channel === undefined) return
  const number = channel.channel_number
  const ats = due.map(({ at_ms }) => at_ms)
  // First: readings that arrive from here on mark their slots again.
  await trx.deleteFrom('energy_due_slot').where('channel_number', '=', number).where('at_ms', 'in', ats).execute()
  const range = { from: Math.min(...ats), to: Math.max(...ats) + slotMs }
  const near = await listNear(trx, [{ number, from: range.from - slotMs, to: range.to + slotMs }])
  const readings = (near.get(number) ?? []).map(({ at_ms, value_millionths }) => ({
    at: at_ms,
    value: readingValue(value_millionths, channel.factor_millionths, channel.measure),
  }))
  const kind = { role: channel.role, measure: channel.measure, maxW: channel.max_w }
  const isDue = new Set(ats)
  const slots = channelSlots(kind, readings, { ...range, step: slotMs }).filter(({ at }) => isDue.has(at))
  await trx.deleteFrom('energy_slot').where('channel_number', '=', number).where('at_ms', 'in', ats).execute()
  if (slots.length > 0) {
    await trx
      .insertInto('energy_slot')
      .values(slots.map(slot => ({ channel_number: number, ...slotColumns(slot) })))
      .execute()
  }
  if (isCounter(channel.measure)) {
    const since = Math.max(range.from, now - resetWatchedMs)
    for (const { at } of intervalsOf(readings, channel.max_w).events.filter(
      ({ kind: event, at }) => event.startsWith('reset') && at >= since && at < range.to,
    )) {
      await noteReset(trx, { siteId: channel.site_id, subjectId: channel.channel_id, at: new Date(at) })
    }
    return
  }
  for (const at of ats) {
    const to = at + slotMs
    await trx
      .deleteFrom('energy_minute')
      .where('channel_number', '=', number)
      .where('at_ms', '>=', at)
      .where('at_ms', '<', to)
      .execute()
  }
  const minutes = channelSlots(kind, readings, { ...range, step: minuteStepMs })
    .filter(({ at }) => isDue.has(at - (at % slotMs)))
    .map(({ at, mean, coveredMs }) => ({
      channel_number: number,
      at_ms: at,
      mean_thousandths: mean,
      covered_ms: coveredMs,
    }))
  if (minutes.length > 0) await trx.insertInto('energy_minute').values(minutes).execute()
}

function slotColumns(slot: ChannelSlot) {
  return {
    at_ms: slot.at,
    mwh: slot.mwh,
    reverse_mwh: slot.reverseMwh,
    mean_thousandths: slot.mean,
    least_thousandths: slot.least,
    most_thousandths: slot.most,
    last_thousandths: slot.last,
    covered_ms: slot.coveredMs,
    quality: slot.quality,
  }
}

async function rollUpSite(trx: Trx, siteId: string, ats: readonly number[]): Promise<void> {
  const channels = await trx
    .selectFrom('energy_channel')
    .select(['number', 'role', 'measure', 'device', 'storage_id as storageId'])
    .where('site_id', '=', siteId)
    .execute()
  const range = { from: Math.min(...ats), to: Math.max(...ats) + slotMs }
  const bySlot = Map.groupBy(await listSlotsOfSite(trx, siteId, range), ({ at_ms }) => at_ms)
  const rows = ats.flatMap(at => {
    const stored = bySlot.get(at)
    if (stored === undefined) return []
    const slots = new Map(stored.map(row => [row.channel_number, slotOfRow(row)]))
    return [siteSlotColumns(siteId, siteSlot(at, channels, slots))]
  })
  await trx.deleteFrom('energy_site_slot').where('site_id', '=', siteId).where('at_ms', 'in', ats).execute()
  if (rows.length > 0) await trx.insertInto('energy_site_slot').values(rows).execute()
  for (const date of new Set(ats.map(at => calendarDate(new Date(at))))) await rollUpDay(trx, siteId, date)
}

function slotOfRow(row: Awaited<ReturnType<typeof listSlotsOfSite>>[number]): ChannelSlot {
  return {
    at: row.at_ms,
    mwh: row.mwh,
    reverseMwh: row.reverse_mwh,
    mean: row.mean_thousandths,
    least: row.least_thousandths,
    most: row.most_thousandths,
    last: row.last_thousandths,
    coveredMs: row.covered_ms,
    quality: row.quality,
  }
}

/** The columns of a slot of a site. */
export function siteSlotColumns(siteId: string, slot: ReturnType<typeof siteSlot>): EnergySiteSlotTable {
  return {
    site_id: siteId,
    at_ms: slot.at,
    date: calendarDate(new Date(slot.at)),
    import_mwh: slot.import,
    export_mwh: slot.export,
    pv_mwh: slot.pv,
    charge_mwh: slot.charge,
    discharge_mwh: slot.discharge,
    house_mwh: slot.house,
    car_mwh: slot.car,
    heat_mwh: slot.heat,
    consumer_mwh: slot.consumer,
    unexplained_mwh: slot.unexplained,
    level_thousandths: slot.level,
    covered_ms: slot.coveredMs,
    quality: slot.quality,
  }
}

const due = { is_account_due: 1 } as const

/** A day is the sum of its slots; gaps add nothing. */
async function rollUpDay(trx: Trx, siteId: string, date: string): Promise<void> {
  const slots = await listSlotsOfDay(trx, siteId, date)
  // The batteries begin the next day with what this one left.
  const next = dateAfter(date, 1)
  await trx.updateTable('energy_site_day').set(due).where('site_id', '=', siteId).where('date', '=', next).execute()
  if (slots.length === 0) {
    await trx.deleteFrom('energy_site_day').where('site_id', '=', siteId).where('date', '=', date).execute()
    return
  }
  const sums = Object.fromEntries(
    energyFlows.map(flow => {
      const known = slots.map(slot => slot[`${flow}_mwh`]).filter(mwh => mwh !== null)
      return [`${flow}_mwh`, known.length === 0 ? null : known.reduce((sum, mwh) => sum + mwh, 0)]
    }),
    // One column for each flow.
  ) as Pick<EnergySiteSlotTable, `${(typeof energyFlows)[number]}_mwh`>
  const day = {
    ...sums,
    ...due,
    level_thousandths: slots.findLast(slot => slot.level_thousandths !== null)?.level_thousandths ?? null,
    covered_ms: slots.reduce((sum, slot) => sum + slot.covered_ms, 0),
  }
  // Updated, not replaced: a tariff that changes meanwhile finds the row and marks it.
  await trx
    .insertInto('energy_site_day')
    .values({ site_id: siteId, date, ...day })
    .onConflict(conflict => conflict.columns(['site_id', 'date']).doUpdateSet(day))
    .execute()
}
