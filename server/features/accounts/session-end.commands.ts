import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import { endSession } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** Ends one of the caller's own sessions; 404 `not_found` for any other. */
export async function revokeSession(context: Context, actor: UserActor, sessionId: string): Promise<void> {
  await inTransaction(context, async trx => {
    const ended = await endSession(trx, actor.userId, sessionId)
    if (ended.length === 0) throw new AppError('not_found')
    await recordEndedImpersonations(trx, context, ended, 'session ended')
    await recordAudit(trx, context, { action: 'session.revoked', subjectKind: 'user', subjectId: actor.userId })
  })
}
