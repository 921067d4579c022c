/** Computes slots and days of sites from the slots of channels: one statement per step for any number of sites. */
import { sql, type Transaction } from 'kysely'
import { energyFlows } from '#contract/energy-roles.ts'
import { calendarDate, startOfBerlinDay } from '#server/clock.ts'
import type { EnergySiteSlotTable } from '#server/database/energy-tables.ts'
import { isAmongRows, jsonRows, jsonRowsToInsert, namesOf } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { slotOfRow } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { siteSlot } from './site-slots.rules.ts'
import { listChannelsOfSites, listSlotsOfSites, type SitePlace } from './slot.queries.ts'

type Trx = Transaction<Database>
type DueSite = { readonly id: string; readonly ats: readonly number[] }
type Day = { site_id: string; date: string }
/** With the first instants of the day and of the next one: slots are in the order of instants. */
type DayToSum = Day & { from: number; to: number }

/** Computes the slots of sites in which slots of channels have changed, and their days. */
export async function rollUpSites(trx: Trx, due: readonly SitePlace[]): Promise<void> {
  if (due.length === 0) return
  const sites = [...Map.groupBy(due, ({ site_id }) => site_id)]
    .map(([id, ofSite]): DueSite => ({ id, ats: [...new Set(ofSite.map(({ at_ms }) => at_ms))] }))
    // Days are written in one order, which prevents deadlocks.
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const places = sites.flatMap(({ id, ats }) => ats.map((at_ms): SitePlace => ({ site_id: id, at_ms })))
  const rows = await siteSlotRows(trx, sites, places)
  await deleteSiteSlots(trx, { json: JSON.stringify(places) })
  await insertSiteSlots(trx, { json: JSON.stringify(rows) })
  await rollUpDays(trx, sites)
}

async function siteSlotRows(trx: Trx, sites: readonly DueSite[], places: readonly SitePlace[]) {
  const channels = Map.groupBy(await listChannelsOfSites(trx, sites), ({ site_id }) => site_id)
  const stored = Map.groupBy(await listSlotsOfSites(trx, places), ({ site_id }) => site_id)
  return sites.flatMap(({ id, ats }) => {
    const bySlot = Map.groupBy(stored.get(id) ?? [], ({ at_ms }) => at_ms)
    return ats.flatMap(at => {
      const ofSlot = bySlot.get(at)
      if (ofSlot === undefined) return []
      const slots = new Map(ofSlot.map(row => [row.channel_number, slotOfRow(row)]))
      return [siteSlotColumns(id, siteSlot(at, channels.get(id) ?? [], slots))]
    })
  })
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

/** A day is the sum of its slots; gaps add nothing. */
async function rollUpDays(trx: Trx, sites: readonly DueSite[]): Promise<void> {
  const days = sites.flatMap(({ id, ats }) => {
    const dates = new Set(ats.map(at => calendarDate(new Date(at))))
    return [...dates].toSorted().map((date): DayToSum => {
      const startOf = (each: string) => startOfBerlinDay(each).getTime()
      return { site_id: id, date, from: startOf(date), to: startOf(dateAfter(date, 1)) }
    })
  })
  // The batteries begin the next day with the content that this one left.
  const next = days.map(({ site_id, date }): Day => ({ site_id, date: dateAfter(date, 1) }))
  await markDays(trx, { json: JSON.stringify(next) })
  await sumDays(trx, { json: JSON.stringify(days) })
  await deleteEmptyDays(trx, { json: JSON.stringify(days) })
}

const deleteSiteSlots = prepared<{ json: string }>()((db, param, engine) =>
  db.deleteFrom('energy_site_slot').where(isAmongRows(engine, param('json'), { site_id: 'text', at_ms: 'bigint' })),
)
const flows = energyFlows.map(flow => `${flow}_mwh` as const)
const siteSlotTypes = {
  site_id: 'text',
  at_ms: 'bigint',
  date: 'text',
  import_mwh: 'bigint',
  export_mwh: 'bigint',
  pv_mwh: 'bigint',
  charge_mwh: 'bigint',
  discharge_mwh: 'bigint',
  house_mwh: 'bigint',
  car_mwh: 'bigint',
  heat_mwh: 'bigint',
  consumer_mwh: 'bigint',
  unexplained_mwh: 'bigint',
  level_thousandths: 'bigint',
  covered_ms: 'bigint',
  quality: 'text',
} as const
const insertSiteSlots = prepared<{ json: string }>()((db, param, engine) =>
  db
    .insertInto('energy_site_slot')
    .columns(namesOf(siteSlotTypes))
    .expression(jsonRowsToInsert<EnergySiteSlotTable>(engine, param('json'), siteSlotTypes)),
)
const dayTypes = { site_id: 'text', date: 'text' } as const
const markDays = prepared<{ json: string }>()((db, param, engine) =>
  db
    .updateTable('energy_site_day')
    .set({ is_account_due: 1 })
    .where(isAmongRows(engine, param('json'), dayTypes)),
)
const sums = [...flows, 'covered_ms'] as const
const computed = [...sums, 'level_thousandths', 'is_account_due'] as const
const sumDays = prepared<{ json: string }>()((db, param, engine) =>
  db
    .insertInto('energy_site_day')
    .columns(['site_id', 'date', ...computed])
    .expression(
      db
        .selectFrom(
          jsonRows<DayToSum>(engine, param('json'), { ...dayTypes, from: 'bigint', to: 'bigint' }).as('given'),
        )
        .innerJoin('energy_site_slot as slot', join =>
          join
            .onRef('slot.site_id', '=', 'given.site_id')
            .onRef('slot.at_ms', '>=', 'given.from')
            .onRef('slot.at_ms', '<', 'given.to'),
        )
        .select(({ fn, selectFrom }) => [
          'given.site_id',
          'given.date',
          ...sums.map(name => fn.sum(`slot.${name}`).as(name)),
          selectFrom('energy_site_slot as last')
            .select('last.level_thousandths')
            .whereRef('last.site_id', '=', 'given.site_id')
            .whereRef('last.at_ms', '>=', 'given.from')
            .whereRef('last.at_ms', '<', 'given.to')
            .where('last.level_thousandths', 'is not', null)
            .orderBy('last.at_ms', 'desc')
            .limit(sql.lit(1))
            .as('level_thousandths'),
          sql.lit(1).as('is_account_due'),
        ])
        .groupBy(['given.site_id', 'given.date', 'given.from', 'given.to'])
        .orderBy('given.site_id')
        .orderBy('given.date'),
    )
    // Updated, not replaced: a tariff that changes meanwhile finds the row and marks it.
    .onConflict(conflict =>
      conflict
        .columns(['site_id', 'date'])
        .doUpdateSet(eb => Object.fromEntries(computed.map(name => [name, eb.ref(`excluded.${name}`)]))),
    ),
)
const deleteEmptyDays = prepared<{ json: string }>()((db, param, engine) =>
  db
    .deleteFrom('energy_site_day')
    .where(isAmongRows(engine, param('json'), dayTypes))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('energy_site_slot as slot')
            .select('slot.at_ms')
            .whereRef('slot.site_id', '=', 'energy_site_day.site_id')
            .whereRef('slot.date', '=', 'energy_site_day.date'),
        ),
      ),
    ),
)
