import type { Transaction } from 'kysely'
import { certificateWarningDays } from '#contract/limits.ts'
import { portalItself } from '#server/auth/actor.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { urlsOf } from './service.queries.ts'
import { type CheckedWebsite, findWebsiteToRecord } from './website-check.queries.ts'
import { afterCheck, type CheckResult, confirmAt, isWithinDays } from './website-check.rules.ts'
import { notifyCertificate, notifyDown, notifyRecovered } from './website-notice.commands.ts'

type Trx = Transaction<Database>

/** Stores the result of a check, unless the website was deleted or has another address meanwhile. */
export async function recordCheck(
  runtime: Runtime,
  { id, url }: { id: string; url: string },
  result: CheckResult,
): Promise<void> {
  await inTransaction(runtime, async trx => {
    const row = await findWebsiteToRecord(trx, id)
    if (row === undefined || urlsOf(row)[0] !== url) return
    if (row.is_watched === 0) await storeStanding(trx, runtime, row, result, {})
    else await recordWatched(trx, runtime, row, result)
  })
}

async function recordWatched(trx: Trx, runtime: Runtime, row: CheckedWebsite, result: CheckResult): Promise<void> {
  const now = runtime.clock.now()
  const { news, ...standing } = afterCheck({ ...row, isDown: row.state === 'problem' }, result, instantText(now))
  const isDown = news === 'down' || (row.state === 'problem' && news !== 'back')
  await storeStanding(trx, runtime, row, result, {
    ...standing,
    ...(standing.failures_in_row > 0 && !isDown && { next_check_at: instantText(confirmAt(now)) }),
  })
  await addToDay(trx, { id: row.id, date: calendarDate(now) }, result)
  const state = isDown ? 'problem' : result.error === null ? 'ok' : row.state
  if (state !== row.state) {
    await trx.updateTable('service').set({ state }).where('id', '=', row.id).execute()
    await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'service', id: row.id })
  }
  if (news === 'down') await beginOutage(trx, runtime, row, { ...result, since: standing.failing_since })
  if (news === 'back') await endOutage(trx, runtime, row, now)
  await warnOfCertificate(trx, runtime, row, result)
}

async function beginOutage(
  trx: Trx,
  runtime: Runtime,
  row: CheckedWebsite,
  { error, statusCode, since }: CheckResult & { since: string | null },
): Promise<void> {
  if (error === null || since === null) return
  await trx
    .insertInto('website_outage')
    .values({ service_id: row.id, started_at: since, ended_at: null, error, status_code: statusCode })
    .execute()
  await notifyDown(trx, runtime, row, { since: new Date(since), error, statusCode })
}

async function endOutage(trx: Trx, runtime: Runtime, row: CheckedWebsite, until: Date): Promise<void> {
  const ended = await trx
    .updateTable('website_outage')
    .set({ ended_at: instantText(until) })
    .where('service_id', '=', row.id)
    .where('ended_at', 'is', null)
    .returning(['started_at', 'error'])
    .execute()
  for (const { started_at, error } of ended) {
    await notifyRecovered(trx, runtime, row, { since: new Date(started_at), until, wasBlocked: error === 'blocked' })
  }
}

/** Once per certificate: a renewed one has another end. */
async function warnOfCertificate(
  trx: Trx,
  runtime: Runtime,
  row: CheckedWebsite,
  { certificateExpiresAt }: CheckResult,
): Promise<void> {
  if (certificateExpiresAt === null) return
  const end = instantText(certificateExpiresAt)
  const isNear = isWithinDays(end, runtime.clock.now(), certificateWarningDays)
  if (!isNear || row.certificate_warned_for === end) return
  await trx
    .updateTable('website_service')
    .set({ certificate_warned_for: end })
    .where('service_id', '=', row.id)
    .execute()
  await notifyCertificate(trx, runtime, row, certificateExpiresAt)
}

/** A website without https has no certificate; without an answer the last known one counts. */
async function storeStanding(
  trx: Trx,
  { clock }: Pick<Runtime, 'clock'>,
  row: CheckedWebsite,
  { error, statusCode, responseMs, certificateExpiresAt }: CheckResult,
  standing: { failures_in_row?: number; failing_since?: string | null; next_check_at?: string },
): Promise<void> {
  const seen = certificateExpiresAt === null ? null : instantText(certificateExpiresAt)
  await trx
    .updateTable('website_service')
    .set({
      checked_at: instantText(clock.now()),
      outcome: error ?? 'ok',
      status_code: statusCode,
      response_ms: responseMs,
      certificate_expires_at: seen ?? (statusCode === null ? row.certificate_expires_at : null),
      ...standing,
    })
    .where('service_id', '=', row.id)
    .execute()
}

async function addToDay(
  trx: Trx,
  { id, date }: { id: string; date: string },
  { error, responseMs }: CheckResult,
): Promise<void> {
  const failures = error === null ? 0 : 1
  const ms = error === null ? (responseMs ?? 0) : 0
  await trx
    .insertInto('website_day')
    .values({ service_id: id, date, checks: 1, failures, total_ms: ms, slowest_ms: ms })
    .onConflict(conflict =>
      conflict.columns(['service_id', 'date']).doUpdateSet(eb => ({
        checks: eb('website_day.checks', '+', 1),
        failures: eb('website_day.failures', '+', failures),
        total_ms: eb('website_day.total_ms', '+', ms),
        slowest_ms: eb
          .case()
          .when('website_day.slowest_ms', '<', ms)
          .then(ms)
          .else(eb.ref('website_day.slowest_ms'))
          .end(),
      })),
    )
    .execute()
}
