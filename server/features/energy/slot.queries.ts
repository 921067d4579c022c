import { sql, type Transaction } from 'kysely'
import { energyFlows } from '#contract/energy-roles.ts'
import type { Connection } from '#server/context.ts'
import { fewListed, jsonRows } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

type Trx = Transaction<Database>

/** Delay between the end of a slot and its computation, so that late readings are computed once. */
export const closedAfterMs = 90_000

const selectDue = prepared<{ before: number; limit: number }>()((db, param) =>
  db
    .selectFrom('energy_due_slot')
    .innerJoin('energy_channel', 'energy_channel.number', 'energy_due_slot.channel_number')
    .select([
      'energy_due_slot.channel_number',
      'energy_due_slot.at_ms',
      'energy_channel.id as channel_id',
      'energy_channel.site_id',
      'energy_channel.key',
      'energy_channel.role',
      'energy_channel.measure',
      'energy_channel.max_w',
      'energy_channel.factor_millionths',
    ])
    .where('energy_due_slot.at_ms', '<', param('before'))
    .orderBy('energy_due_slot.at_ms', 'desc')
    .orderBy('energy_due_slot.channel_number', 'desc')
    .limit(param('limit')),
)

/** Closed slots whose readings have changed, the latest first: late readings of one site do not delay the others. */
export function listDueSlots(trx: Trx, range: { before: number; limit: number }) {
  return selectDue(trx, range)
}
export type DueSlot = Awaited<ReturnType<typeof listDueSlots>>[number]

const selectChannels = prepared<{ list: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_channel')
    .select(['site_id', 'number', 'role', 'measure', 'device', 'storage_id as storageId'])
    .where('site_id', 'in', fewListed(engine, param('list'))),
)

/** The channels of sites, as their slots need them. */
export function listChannelsOfSites(trx: Trx, sites: readonly { readonly id: string }[]) {
  return selectChannels(trx, { list: JSON.stringify(sites.map(({ id }) => id)) })
}

export type SitePlace = { site_id: string; at_ms: number }

const selectSlots = prepared<{ json: string }>()((db, param, engine) =>
  db
    .selectFrom(jsonRows<SitePlace>(engine, param('json'), { site_id: 'text', at_ms: 'bigint' }).as('given'))
    .innerJoin('energy_channel', 'energy_channel.site_id', 'given.site_id')
    .innerJoin('energy_slot', join =>
      join
        .onRef('energy_slot.channel_number', '=', 'energy_channel.number')
        .onRef('energy_slot.at_ms', '=', 'given.at_ms'),
    )
    .selectAll('energy_slot')
    .select('energy_channel.site_id'),
)

/** The slots of all channels of sites at these places. */
export function listSlotsOfSites(trx: Trx, places: readonly SitePlace[]) {
  return selectSlots(trx, { json: JSON.stringify(places) })
}

/** Sites and dates whose day is not the sum of its slots, or does not have their last level. */
export async function checkEnergyDays(connection: Connection): Promise<{ name: string; date: string }[]> {
  const sums = energyFlows.map(flow => sql`sum(${sql.ref(`${flow}_mwh`)}) as ${sql.ref(`${flow}_mwh`)}`)
  const differs = energyFlows.map(
    flow => sql`coalesce(slots.${sql.ref(`${flow}_mwh`)}, -1) <> coalesce(day.${sql.ref(`${flow}_mwh`)}, -1)`,
  )
  const { rows } = await sql<{ name: string; date: string }>`
    select energy_site.name, slots.date from (
      select site_id, date, sum(covered_ms) as covered_ms, ${sql.join(sums)} from energy_site_slot group by site_id, date
    ) as slots
    inner join energy_site on energy_site.id = slots.site_id
    left join energy_site_day as day on day.site_id = slots.site_id and day.date = slots.date
    where day.date is null or day.covered_ms <> slots.covered_ms or ${sql.join(differs, sql` or `)}
      or coalesce(day.level_thousandths, -1) <> coalesce((
        select last.level_thousandths from energy_site_slot as last
        where last.site_id = slots.site_id and last.date = slots.date and last.level_thousandths is not null
        order by last.at_ms desc limit 1), -1)
    union all
    select energy_site.name, day.date from energy_site_day as day
    inner join energy_site on energy_site.id = day.site_id
    where not exists (select 1 from energy_site_slot as slot where slot.site_id = day.site_id and slot.date = day.date)
    order by 1, 2`.execute(connection)
  return rows
}
