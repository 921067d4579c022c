/** Removes expired rows: otherwise these tables would only grow. */

import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import { removeExpiredTokens } from '#server/auth/one-time-tokens.ts'
import { removeExpiredChallenges } from '#server/auth/passkey-ceremony.ts'
import { removeExpiredPendingLogins } from '#server/auth/pending-logins.ts'
import { endExpiredSessions } from '#server/auth/sessions.ts'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { removeUnusedFiles } from '#server/files/unused-files.ts'
import type { JobDefinition } from './definition.ts'

const idempotencyKeptMs = dayMs
/** Longer than any window of the throttle. */
const throttleKeptMs = dayMs
/** Used and expired links are kept a little longer for late questions. */
const tokenKeptMs = 7 * dayMs
const doneJobKeptMs = 7 * dayMs

export const housekeepingJobs: readonly JobDefinition[] = [
  { kind: 'housekeeping', everyMs: hourMs, run: runtime => removeExpired(runtime) },
]

/** Each table in a statement of its own: none of them waits for another. */
export async function removeExpired(
  runtime: Pick<Runtime, 'db' | 'clock' | 'engine' | 'realtime' | 'wake'>,
): Promise<void> {
  const { db, clock } = runtime
  const now = clock.now()
  const before = (ageMs: number) => instantText(plusMs(now, -ageMs))
  await inTransaction(runtime, async trx => {
    await recordEndedImpersonations(trx, { ...runtime, address: '' }, await endExpiredSessions(trx, now), 'expired')
  })
  await inTransaction(runtime, trx => removeExpiredTokens(trx, before(tokenKeptMs)))
  await removeExpiredPendingLogins(db, now)
  await removeExpiredChallenges(db, now)
  // Repeated when PostgreSQL ends it: attempts lock several rows in an order of their own.
  await inTransaction(runtime, trx =>
    trx
      .deleteFrom('throttle')
      .where('window_started_at', '<=', before(throttleKeptMs))
      .where(eb => eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '<=', instantText(now))]))
      .execute(),
  )
  await db.deleteFrom('idempotency_key').where('created_at', '<=', before(idempotencyKeptMs)).execute()
  await removeUnusedFiles(runtime)
  await db.deleteFrom('job').where('state', '=', 'done').where('run_at', '<=', before(doneJobKeptMs)).execute()
}
