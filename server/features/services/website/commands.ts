import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { countOn } from '#server/auth/throttle.ts'
import { calendarDate, instantText, minuteMs } from '#server/clock.ts'
import type { Context, Services } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type FoundService, getService, urlsOf } from '#server/features/services/queries.ts'
import { callOutside } from '#server/outgoing/call.ts'
import { failureOf } from '#server/outgoing/outgoing-error.ts'
import { mayCall } from '#server/outgoing/target.ts'
import { type CheckedWebsite, findWebsiteToRecord } from './queries.ts'
import { afterCheck, type CheckResult, confirmAt, isGoodStatus } from './rules.ts'

type Trx = Transaction<Database>

const askedChecks = { limit: 6, windowMs: minuteMs }

/**
 * Checks a website because somebody asked. 404 outside the scope, 429 `throttled` when asked too often, 409
 * `website_service.check_not_possible` in the demo.
 */
export async function checkNow(context: Context, id: string): Promise<FoundService> {
  const { row } = await getService(context.db, context.scope, id, 'website_service')
  const [url = ''] = urlsOf(row)
  if (context.config.isDemo && !mayCall(context.config, url)) throw new AppError('website_service.check_not_possible')
  await countOn(context, 'website_check', id, askedChecks)
  await recordCheck(context, { id, url }, await checkWebsite(context, url))
  return getService(context.db, context.scope, id, 'website_service')
}

/** Calls a website once. Whatever happens is a result. */
export async function checkWebsite({ config }: Pick<Services, 'config'>, url: string): Promise<CheckResult> {
  try {
    const { status, elapsedMs, certificateExpiresAt } = await callOutside(config, url)
    const error = isGoodStatus(status) ? null : 'status'
    return { error, statusCode: status, responseMs: elapsedMs, certificateExpiresAt }
  } catch (error) {
    return { error: failureOf(error), statusCode: null, responseMs: null, certificateExpiresAt: null }
  }
}

/** Stores what a check found, unless the website is gone or has got another address meanwhile. */
export async function recordCheck(
  services: Services,
  { id, url }: { id: string; url: string },
  result: CheckResult,
): Promise<void> {
  await inTransaction(services, async trx => {
    const row = await findWebsiteToRecord(trx, id)
    if (row === undefined || urlsOf(row)[0] !== url) return
    if (row.is_watched === 0) await storeStanding(trx, services, row, result, {})
    else await recordWatched(trx, services, row, result)
  })
}

async function recordWatched(trx: Trx, services: Services, row: CheckedWebsite, result: CheckResult): Promise<void> {
  const now = services.clock.now()
  const at = instantText(now)
  const { news, ...standing } = afterCheck({ ...row, isDown: row.state === 'problem' }, result, at)
  const isDown = news === 'down' || (row.state === 'problem' && news !== 'back')
  await storeStanding(trx, services, row, result, {
    ...standing,
    ...(standing.failures_in_row > 0 && !isDown && { next_check_at: instantText(confirmAt(now)) }),
  })
  await addToDay(trx, { id: row.id, date: calendarDate(now) }, result)
  if (news === 'down' && result.error !== null) {
    const { error, statusCode } = result
    await trx
      .insertInto('website_outage')
      .values({
        service_id: row.id,
        started_at: standing.failing_since ?? at,
        ended_at: null,
        error,
        status_code: statusCode,
      })
      .execute()
  }
  if (news === 'back') {
    await trx
      .updateTable('website_outage')
      .set({ ended_at: at })
      .where('service_id', '=', row.id)
      .where('ended_at', 'is', null)
      .execute()
  }
  const state = isDown ? 'problem' : result.error === null ? 'ok' : row.state
  if (state !== row.state) await trx.updateTable('service').set({ state }).where('id', '=', row.id).execute()
}

/** A website without https has no certificate; of one that did not answer the last known one counts. */
async function storeStanding(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
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
