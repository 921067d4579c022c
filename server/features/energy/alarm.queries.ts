import type { Transaction } from 'kysely'
import type { AlarmKind, EnergySiteAlarms } from '#contract/energy-alarms.ts'
import type { Scope } from '#server/auth/scope.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { getSite } from './energy-site.queries.ts'

const shownMs = 7 * dayMs
const shownMax = 50

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

export type UntoldAlarm = {
  id: string
  site_id: string
  kind: AlarmKind
  name: string | null
  started_at: string
  ended_at: string | null
  is_start_told: 0 | 1
}

/** Alarms whose start or end no mail tells yet, without those that are muted; the oldest first. */
export function listUntoldAlarms(trx: Transaction<Database>, now: Date): Promise<UntoldAlarm[]> {
  return selectUntold(trx, { now: instantText(now) })
}

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
const selectUntold = prepared<{ now: string }>()((db, param) =>
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
    .orderBy('energy_alarm.id')
    .limit(500),
)
