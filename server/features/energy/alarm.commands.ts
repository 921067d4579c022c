/** Alarms of sites: begins and ends them by the known state of a site, mails each once, and mutes them. */
import { sql, type Transaction } from 'kysely'
import type { AlarmKind, EnergySiteAlarms } from '#contract/energy-alarms.ts'
import { invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { portalItself } from '#server/auth/actor.ts'
import { calendarDate, dayMs, instantText, plusMs, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context, Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { listSuspects, listWatchedSites, readAlarms } from './alarm.queries.ts'
import { type FoundAlarm, isBalanceInDoubt, resetWatchedMs, stateAlarms } from './alarm.rules.ts'
import { notifyAlarms } from './alarm-notice.commands.ts'
import { getSiteToChange } from './energy-site.queries.ts'
import { findStuckLevels } from './stuck-level.queries.ts'

type Trx = Transaction<Database>
export type OpenAlarm = { id: string; site_id: string; kind: AlarmKind; subject_id: string; started_at: string }

/** Alarms of these kinds follow from the present state; the others from slots. */
const ofChannels: readonly AlarmKind[] = ['channel_silent', 'sign']
/** A level that does not change is checked over three hours, a balance over a day. */
const stuckMs = dayMs / 8
const muteDaysMax = 366

/** Begins and ends the alarms that follow from the latest readings, and mails the changes. */
export async function noticeAlarms(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  const open = await listOpen(runtime.db)
  let sites = await listWatchedSites(runtime.db, '')
  while (sites.length > 0) {
    const channels = await listSuspects(runtime.db, sites, now)
    for (const site of sites) {
      const since = site.last_reading_at ?? instantText(now)
      const silence: FoundAlarm[] = site.state === 'silent' ? [{ kind: 'site_silent', subjectId: site.id, since }] : []
      const ofSite = open.get(site.id) ?? []
      const isLasting = (alarm: FoundAlarm) =>
        ofSite.some(each => isSame(each, alarm) && each.started_at === alarm.since)
      const found = stateAlarms(site, channels.get(site.id) ?? [], now, isLasting)
      const kinds: AlarmKind[] = found === null ? ['site_silent'] : ['site_silent', ...ofChannels]
      await apply(runtime, site.id, ofSite, kinds, [...silence, ...(found ?? [])])
    }
    sites = await listWatchedSites(runtime.db, sites.at(-1)?.id ?? '')
  }
  await finish(runtime)
}

/** Begins and ends the alarms that follow from slots: levels and balances. Ends those of resets after a day. */
export async function noticeDoubts(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  const open = await listOpen(runtime.db)
  const stuckBefore = [...open.values()]
    .flat()
    .filter(({ kind }) => kind === 'level_stuck')
    .map(({ subject_id, started_at }) => ({ channelId: subject_id, from: Date.parse(started_at) - stuckMs }))
  const found = await findStuckLevels(runtime, now.getTime() - stuckMs, stuckBefore)
  const stuck = Map.groupBy(found, ({ siteId }) => siteId)
  const balances = await sumBalances(runtime.db, now.getTime() - dayMs)
  const since = instantText(now)
  for (const siteId of new Set([...open.keys(), ...stuck.keys(), ...balances.keys()])) {
    const ofSite = open.get(siteId) ?? []
    const balance = balances.get(siteId)
    const wasInDoubt = ofSite.some(({ kind }) => kind === 'balance')
    const isInDoubt = balance === undefined ? wasInDoubt : isBalanceInDoubt(balance, wasInDoubt)
    const resets = ofSite.filter(
      ({ kind, started_at }) => kind === 'counter_reset' && Date.parse(started_at) > now.getTime() - resetWatchedMs,
    )
    await apply(
      runtime,
      siteId,
      ofSite,
      ['level_stuck', 'balance', 'counter_reset'],
      [
        ...(stuck.get(siteId) ?? []).map(({ subjectId }) => ({ kind: 'level_stuck' as const, subjectId, since })),
        ...(isInDoubt ? [{ kind: 'balance' as const, subjectId: siteId, since }] : []),
        ...resets.map(({ subject_id: subjectId, started_at }) => ({
          kind: 'counter_reset' as const,
          subjectId,
          since: started_at,
        })),
      ],
    )
  }
  await finish(runtime)
}

/**
 * Begins the alarm of a counter that was reset at an instant: once while it lasts, however often the counter falls or
 * is computed. A reset within an ended alarm belongs to that alarm.
 */
export async function noteReset(
  trx: Trx,
  { siteId, subjectId, at }: { siteId: string; subjectId: string; at: Date },
): Promise<void> {
  const since = instantText(at)
  const known = await trx
    .selectFrom('energy_alarm')
    .select('id')
    .where('kind', '=', 'counter_reset')
    .where('subject_id', '=', subjectId)
    .where(({ and, eb, or }) =>
      or([eb('ended_at', 'is', null), and([eb('started_at', '<=', since), eb('ended_at', '>=', since)])]),
    )
    .executeTakeFirst()
  if (known === undefined) await insertAlarm(trx, siteId, { kind: 'counter_reset', subjectId, since })
}

/**
 * Mutes a kind of alarm of a site until the end of a day, or unmutes it. 404 outside the scope, 422 for a day that has
 * passed or is more than a year ahead.
 */
export async function muteAlarm(
  context: Context,
  siteId: string,
  { kind, until = null }: { kind?: AlarmKind | undefined; until?: string | null | undefined },
): Promise<EnergySiteAlarms> {
  const now = context.clock.now()
  const untilAt = until === null ? null : endOfDay(until)
  return inTransaction(context, async trx => {
    await getSiteToChange(trx, context.scope, siteId)
    if (kind === undefined) throw invalidField('kind', 'required')
    if (untilAt !== null && (untilAt <= now || untilAt > plusMs(now, muteDaysMax * dayMs))) {
      throw invalidField('until', 'date.invalid')
    }
    await trx.deleteFrom('energy_mute').where('site_id', '=', siteId).where('kind', '=', kind).execute()
    if (untilAt !== null) {
      await trx
        .insertInto('energy_mute')
        .values({ site_id: siteId, kind, until_at: instantText(untilAt) })
        .execute()
    }
    await recount(trx, now)
    await recordAudit(trx, context, {
      action: untilAt === null ? 'energy_site.alarm_unmuted' : 'energy_site.alarm_muted',
      subjectKind: 'energy_site',
      subjectId: siteId,
      details: until === null ? kind : `${kind}, ${until}`,
    })
    return readAlarms(trx, context.scope, siteId, now)
  })
}

/** The first instant of the next day in Europe/Berlin. */
function endOfDay(date: string): Date {
  return startOfBerlinDay(calendarDate(plusMs(startOfBerlinDay(date), 1.5 * dayMs)))
}

/** The open alarms by site. */
export async function listOpen(db: Connection): Promise<Map<string, OpenAlarm[]>> {
  const rows = await db
    .selectFrom('energy_alarm')
    .select(['id', 'site_id', 'kind', 'subject_id', 'started_at'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ site_id }) => site_id)
}

/** Ends open alarms of these kinds that are no longer found, and begins new ones. */
export async function apply(
  runtime: Runtime,
  siteId: string,
  open: readonly OpenAlarm[],
  kinds: readonly AlarmKind[],
  found: readonly FoundAlarm[],
): Promise<void> {
  const over = open.filter(alarm => kinds.includes(alarm.kind) && !found.some(each => isSame(alarm, each)))
  const begun = found.filter(each => !open.some(alarm => isSame(alarm, each)))
  if (over.length + begun.length === 0) return
  await inTransaction(runtime, async trx => {
    for (const { id } of over) {
      await trx
        .updateTable('energy_alarm')
        .set({ ended_at: instantText(runtime.clock.now()) })
        .where('id', '=', id)
        .execute()
    }
    const site = await trx.selectFrom('energy_site').select('id').where('id', '=', siteId).executeTakeFirst()
    if (site !== undefined) for (const alarm of begun) await insertAlarm(trx, siteId, alarm)
  })
}

function isSame(alarm: OpenAlarm, { kind, subjectId }: FoundAlarm): boolean {
  return alarm.kind === kind && alarm.subject_id === subjectId
}

async function insertAlarm(trx: Trx, siteId: string, { kind, subjectId, since }: FoundAlarm): Promise<void> {
  await trx
    .insertInto('energy_alarm')
    .values({ id: newId(), site_id: siteId, kind, subject_id: subjectId, started_at: since })
    .onConflict(conflict =>
      // The same channel may fall silent again after the same reading: its alarm continues.
      conflict
        .columns(['kind', 'subject_id', 'started_at'])
        .doUpdateSet({ ended_at: null })
        .where('energy_alarm.kind', '<>', 'counter_reset'),
    )
    .execute()
}

/** Recounts the alarms, and mails those not mailed yet. */
export async function finish(runtime: Runtime): Promise<void> {
  await inTransaction(runtime, async trx => {
    for (const id of await recount(trx, runtime.clock.now())) {
      await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'energy_site', id })
    }
  })
  await notifyAlarms(runtime)
}

/** Counts the open alarms that are not muted. Returns the sites whose number has changed. */
async function recount(trx: Trx, now: Date): Promise<string[]> {
  const count = sql`(select count(*) from energy_alarm where energy_alarm.site_id = energy_site.id
    and energy_alarm.ended_at is null and not exists (select 1 from energy_mute
      where energy_mute.site_id = energy_alarm.site_id and energy_mute.kind = energy_alarm.kind
      and energy_mute.until_at > ${instantText(now)}))`
  const { rows } = await sql<{ id: string }>`
    update energy_site set alarms = ${count} where alarms <> ${count} returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Used and unexplained energy of the sites with a known balance. */
async function sumBalances(db: Connection, since: number) {
  const rows = await db
    .selectFrom('energy_site_slot')
    .select([
      'site_id',
      sql<number | null>`sum(unexplained_mwh)`.as('unexplained'),
      sql<
        number | null
      >`sum(coalesce(house_mwh, 0) + coalesce(car_mwh, 0) + coalesce(heat_mwh, 0) + coalesce(consumer_mwh, 0))`.as(
        'used',
      ),
    ])
    .where('at_ms', '>=', since)
    .where('unexplained_mwh', 'is not', null)
    .groupBy('site_id')
    .execute()
  return new Map(
    rows.map(({ site_id, unexplained, used }) => [
      site_id,
      { unexplainedMwh: Number(unexplained ?? 0), usedMwh: Number(used ?? 0) },
    ]),
  )
}
