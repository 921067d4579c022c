import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { portalItself } from '#server/auth/actor.ts'
import { countFromAddress, countOn } from '#server/auth/throttle.ts'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import { elapsedMs, instantText, minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { findApplication, findApplicationByToken } from './heartbeat.queries.ts'
import { getServiceToChange } from './service.queries.ts'
import { silentFrom } from './service.rules.ts'

/** Heartbeats closer together are not stored, unless the version changes. */
const newsAfterMs = 10_000
const heartbeatsPerToken = { limit: 60, windowMs: 10 * minuteMs }

/** Creates a new heartbeat address, readable once; an earlier one stops working. 404 outside the scope. */
export async function makeHeartbeatToken(context: Context, id: string): Promise<{ url: string }> {
  const token = newToken()
  await inTransaction(context, async trx => {
    await getServiceToChange(trx, context.scope, id, 'application_service')
    await trx
      .updateTable('application_service')
      .set({ heartbeat_token_hash: hashToken(token) })
      .where('service_id', '=', id)
      .execute()
    await recordAudit(trx, context, {
      action: 'application_service.token_made',
      subjectKind: 'service',
      subjectId: id,
    })
  })
  return { url: `${baseUrl(context.config)}/api/heartbeat/${token}/` }
}

/** Disables the heartbeat address; does nothing where there is none. 404 outside the scope. */
export async function removeHeartbeatToken(context: Context, id: string): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await getServiceToChange(trx, context.scope, id, 'application_service')
    if (row.has_heartbeat_token === 0) return
    await trx
      .updateTable('application_service')
      .set({ heartbeat_token_hash: null })
      .where('service_id', '=', id)
      .execute()
    await recordAudit(trx, context, {
      action: 'application_service.token_removed',
      subjectKind: 'service',
      subjectId: id,
    })
  })
}

/**
 * An application reports that it is alive; without a version the last one stays. 404 for an invalid token, 429
 * `throttled` for a network that guesses tokens and for an application that calls too often. A burst costs one read
 * each.
 */
export async function takeHeartbeat(context: Context, token: string, version: string | undefined): Promise<void> {
  const hash = hashToken(token)
  const heard = await findApplicationByToken(context.db, hash)
  if (heard === undefined) {
    await countFromAddress(context, 'heartbeat')
    throw new AppError('not_found')
  }
  const now = context.clock.now()
  const isKnown = version === undefined || version === '' || version === heard.version
  const isFresh = heard.last_alive_at !== null && elapsedMs(heard.last_alive_at, instantText(now)) < newsAfterMs
  if (isKnown && isFresh && heard.state === 'ok') return

  await countOn(context, 'heartbeat', hash, heartbeatsPerToken)
  await inTransaction(context, async trx => {
    const row = await findApplication(trx, heard.service_id)
    if (row?.heartbeat_token_hash !== hash) throw new AppError('not_found')
    await trx
      .updateTable('application_service')
      .set({
        last_alive_at: instantText(now),
        silent_at: instantText(silentFrom(now, row.period_minutes)),
        ...(!isKnown && { version }),
      })
      .where('service_id', '=', row.service_id)
      .execute()
    if (row.state !== 'ok') {
      await trx.updateTable('service').set({ state: 'ok' }).where('id', '=', row.service_id).execute()
      await noteChange(trx, { ...context, actor: portalItself }, { noun: 'service', id: row.service_id })
    }
  })
}
