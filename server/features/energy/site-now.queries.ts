/** The latest values of many sites at once: of a page of the list, and the sums of all. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EnergySiteSummary } from '#contract/energy-sites.ts'
import { calendarDate, instantText, plusMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { type Engine, fewTexts, greaterOf } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { silentAfterMs } from './alarm.rules.ts'
import { noiseW, oneWay } from './reading.rules.ts'
import { sumSites } from './site-now.rules.ts'

export type SiteNow = Awaited<ReturnType<typeof selectNow>>[number]

/** The latest values of sites, in the order of their ids: one statement for all of them. */
export async function readSitesNow(
  connection: Connection,
  sites: readonly { readonly id: string }[],
  now: Date,
): Promise<readonly SiteNow[]> {
  if (sites.length === 0) return []
  return selectNow(connection, { ids: JSON.stringify(sites.map(({ id }) => id)), today: calendarDate(now) })
}

/** Sums of all sites. Values older than 15 minutes do not count as current power. */
export async function readSiteSummary(connection: Connection, now: Date): Promise<EnergySiteSummary> {
  const [[counts], powers] = await Promise.all([
    selectCounts(connection, { today: calendarDate(now) }),
    selectPowers(connection, { since: instantText(plusMs(now, -silentAfterMs)) }),
  ])
  const { sites = 0, silent = 0, alarming = 0, alarms = 0, pv_mwh: pvMwh = null } = counts ?? {}
  return {
    sitesCount: sites,
    silentCount: silent,
    alarmingCount: alarming,
    alarmsCount: alarms,
    ...sumSites(powers),
    pvTodayWh: pvMwh === null ? null : pvMwh / 1_000,
  }
}

/** As `lastValueOf`. */
const value = sql<number>`cast(last_value_millionths as double precision) * factor_millionths / 1e12`
/** As `faultOf` of a power. */
const isDoubted = sql<boolean>`(abs(${value}) > max_w or (${value} < ${sql.lit(-noiseW)}
  and role in (${sql.join([...oneWay].map(role => sql.lit(role)))})))`
const isGeneration = sql<boolean>`role = 'pv' and measure = 'power'`
const isLevel = sql<boolean>`role = 'battery' and measure = 'level'`

const selectNow = prepared<{ ids: string; today: string }>()((db, param, engine) =>
  db
    .selectFrom(fewTexts(engine, param('ids')).as('site'))
    .leftJoin('energy_site_day', join =>
      join.onRef('energy_site_day.site_id', '=', 'site.text').on('energy_site_day.date', '=', param('today')),
    )
    .leftJoin('energy_channel', join =>
      join.onRef('energy_channel.site_id', '=', 'site.text').on('last_at', 'is not', null),
    )
    .select([
      // One row joined with each channel.
      sql<number | null>`min(energy_site_day.pv_mwh)`.as('pv_today_mwh'),
      sql<string | null>`min(last_at)`.as('oldest_at'),
      positive(engine, isGeneration, value).as('pv_w'),
      sql<string | null>`min(last_at) filter (where ${isGeneration})`.as('pv_at'),
      sql<number | null>`avg(${value}) filter (where ${isLevel})`.as('level_percent'),
      sql<string | null>`min(last_at) filter (where ${isLevel})`.as('level_at'),
    ])
    .groupBy('site.place')
    .orderBy('site.place'),
)

const selectCounts = prepared<{ today: string }>()((db, param) =>
  db
    .selectFrom('energy_site')
    .leftJoin('energy_site_day', join =>
      join.onRef('energy_site_day.site_id', '=', 'energy_site.id').on('energy_site_day.date', '=', param('today')),
    )
    .select([
      counted(sql`count(*)`).as('sites'),
      counted(sql`count(case when energy_site.state = 'silent' then 1 end)`).as('silent'),
      counted(sql`count(case when energy_site.alarms > 0 then 1 end)`).as('alarming'),
      counted(sql`coalesce(sum(energy_site.alarms), 0)`).as('alarms'),
      sql<number | null>`cast(sum(energy_site_day.pv_mwh) as bigint)`.as('pv_mwh'),
    ]),
)

const selectPowers = prepared<{ since: string }>()((db, param, engine) => powersSince(db, engine, param('since')))

function powersSince(db: Kysely<Database>, engine: Engine, since: string) {
  const backwards = sql<number>`-(${value})`
  return db
    .selectFrom('energy_channel')
    .select([
      'site_id',
      positive(engine, roleIs('grid'), value).as('import_w'),
      positive(engine, roleIs('grid'), backwards).as('export_w'),
      positive(engine, roleIs('pv'), value).as('pv_w'),
      positive(engine, roleIs('battery'), backwards).as('charge_w'),
      positive(engine, roleIs('battery'), value).as('discharge_w'),
      positive(engine, roleIs('house'), value).as('house_w'),
      positive(engine, roleIs('car'), value).as('car_w'),
      positive(engine, roleIs('heat'), value).as('heat_w'),
      positive(engine, roleIs('consumer'), value).as('consumer_w'),
      counted(sql`count(*) filter (where ${isDoubted})`).as('doubted'),
    ])
    .where('measure', '=', 'power')
    .where('last_at', '>=', since)
    .groupBy('site_id')
}

/**
 * The sum of the values above 0 of the channels that meet a condition; null without such a channel, and where the value
 * of one cannot be true.
 */
function positive(engine: Engine, condition: RawBuilder<boolean>, power: RawBuilder<number>) {
  return sql<number | null>`case when count(*) filter (where ${condition} and ${isDoubted}) = 0
    then sum(${greaterOf(engine, power, sql<number>`0.0`)}) filter (where ${condition}) end`
}

function roleIs(role: string) {
  return sql<boolean>`role = ${sql.lit(role)}`
}

function counted(count: RawBuilder<unknown>) {
  return sql<number>`cast(${count} as integer)`
}
