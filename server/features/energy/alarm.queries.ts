import type { Transaction } from 'kysely'
import type { AlarmKind, EnergySiteAlarms } from '#contract/energy-alarms.ts'
import type { Scope } from '#server/auth/scope.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { fewListed, forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { silentAfterMs, type WatchedChannel, type WatchedSite } from './alarm.rules.ts'
import { wrongSignsMax } from './energy-channel.rules.ts'
import { getSite } from './energy-site.queries.ts'

const shownMs = 7 * dayMs
const shownMax = 50
/** Number of sites read at once. */
export const watchedAtOnce = 200

/** The alarms and mutes of a site in scope; 404 outside the scope. */
export async function readAlarms(
  connection: Connection,
  scope: Scope,
  siteId: string,
  now: Date,
): Promise<EnergySiteAlarms> {
  await getSite(connection, scope, siteId)
  const rows = await selectAlarms(connection, { siteId, since: instantText(plusMs(now, -shownMs)), limit: shownMax })
  const mutes = await selectMutes(connection, { siteId, now: instantText(now) })
  return {
    results: rows
      .map(row => ({
        id: row.id,
        kind: row.kind,
        channelName: row.name,
        startedAt: row.started_at,
        endedAt: row.ended_at,
      }))
      .toSorted((one, other) => Number(one.endedAt !== null) - Number(other.endedAt !== null)),
    mutes: mutes.map(({ kind, until_at }) => ({ kind, until: until_at })),
  }
}

/** Sites that have been heard, after this id; limited to fit into memory at any number of sites. */
export function listWatchedSites(connection: Connection, after: string): Promise<WatchedSite[]> {
  return selectWatched(connection, { after, limit: watchedAtOnce })
}

/** Channels that may cause an alarm, by site, without those of silent sites. `sites` is in order. */
export async function listSuspects(
  connection: Connection,
  sites: readonly WatchedSite[],
  now: Date,
): Promise<Map<string, WatchedChannel[]>> {
  const rows = await selectSuspects(connection, {
    from: sites[0]?.id ?? '',
    to: sites.at(-1)?.id ?? '',
    silentSince: instantText(plusMs(now, -silentAfterMs)),
    wrongSigns: wrongSignsMax,
  })
  return Map.groupBy(rows, ({ site_id }) => site_id)
}

export type UntoldAlarm = {
  id: string
  site_id: string
  kind: AlarmKind
  name: string | null
  started_at: string
  ended_at: string | null
  is_start_told: 0 | 1
}

/**
 * Alarms whose start or end is not mailed yet, without muted ones; the oldest first. They are locked first, which
 * excludes those that another instance mails meanwhile.
 */
export async function listUntoldAlarms(trx: Transaction<Database>, now: Date): Promise<UntoldAlarm[]> {
  const locked = await lockUntold(trx, { now: instantText(now) })
  return locked.length === 0 ? [] : selectLocked(trx, { list: JSON.stringify(locked.map(({ id }) => id)) })
}

const selectWatched = prepared<{ after: string; limit: number }>()((db, param) =>
  db
    .selectFrom('energy_site')
    .select(['id', 'state', 'last_reading_at', 'latitude_hundredths', 'longitude_hundredths'])
    .where('id', '>', param('after'))
    .where('state', '<>', 'unknown')
    .orderBy('id')
    .limit(param('limit')),
)
/** By site: an index on the times would have to be updated with every reading. */
const selectSuspects = prepared<{ from: string; to: string; silentSince: string; wrongSigns: number }>()((db, param) =>
  db
    .selectFrom('energy_channel')
    .innerJoin('energy_site', 'energy_site.id', 'energy_channel.site_id')
    .select([
      'energy_channel.id',
      'energy_channel.site_id',
      'energy_channel.role',
      'energy_channel.measure',
      'energy_channel.last_at',
      'energy_channel.wrong_signs',
    ])
    .where('energy_channel.site_id', '>=', param('from'))
    .where('energy_channel.site_id', '<=', param('to'))
    .where('energy_site.state', '=', 'ok')
    .where(eb =>
      eb.or([
        eb('energy_channel.last_at', '<', param('silentSince')),
        eb('energy_channel.wrong_signs', '>=', param('wrongSigns')),
      ]),
    ),
)
const selectAlarms = prepared<{ siteId: string; since: string; limit: number }>()((db, param) =>
  db
    .selectFrom('energy_alarm')
    .leftJoin('energy_channel', 'energy_channel.id', 'energy_alarm.subject_id')
    .leftJoin('energy_storage', 'energy_storage.id', 'energy_alarm.subject_id')
    .selectAll('energy_alarm')
    .select(eb => eb.fn.coalesce('energy_channel.name', 'energy_storage.name').as('name'))
    .where('energy_alarm.site_id', '=', param('siteId'))
    .where(eb => eb.or([eb('energy_alarm.ended_at', 'is', null), eb('energy_alarm.ended_at', '>=', param('since'))]))
    .orderBy('energy_alarm.started_at', 'desc')
    .limit(param('limit')),
)
const selectMutes = prepared<{ siteId: string; now: string }>()((db, param) =>
  db
    .selectFrom('energy_mute')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .where('until_at', '>', param('now'))
    .orderBy('kind'),
)
const lockUntold = prepared<{ now: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_alarm')
    .select('id')
    .where('is_end_told', '=', 0)
    .where(eb => eb.or([eb('is_start_told', '=', 0), eb('ended_at', 'is not', null)]))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('energy_mute')
            .select('kind')
            .whereRef('energy_mute.site_id', '=', 'energy_alarm.site_id')
            .whereRef('energy_mute.kind', '=', 'energy_alarm.kind')
            .where('until_at', '>', param('now')),
        ),
      ),
    )
    .orderBy('id')
    .limit(500)
    .$call(forUpdate(engine)),
)
const selectLocked = prepared<{ list: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_alarm')
    .leftJoin('energy_channel', 'energy_channel.id', 'energy_alarm.subject_id')
    .leftJoin('energy_storage', 'energy_storage.id', 'energy_alarm.subject_id')
    .select(eb => [
      'energy_alarm.id',
      'energy_alarm.site_id',
      'energy_alarm.kind',
      'energy_alarm.started_at',
      'energy_alarm.ended_at',
      'energy_alarm.is_start_told',
      eb.fn.coalesce('energy_channel.name', 'energy_storage.name').as('name'),
    ])
    .where('energy_alarm.id', 'in', fewListed(engine, param('list')))
    .orderBy('energy_alarm.id'),
)
