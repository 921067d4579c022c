import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { endAccess } from './access-end.commands.ts'
import { repairAccess } from './access-repair.commands.ts'
import { personOf } from './account.queries.ts'
import { demandSay } from './admin-creation.commands.ts'
import { secondFactorResetMail } from './second-factor.mails.ts'
import { findDispute } from './stop-link.queries.ts'
import { canResetSecondFactor } from './user.policy.ts'
import { lockUser } from './user.queries.ts'

/**
 * Removes the second factor of a user who has lost it, and the password with it, and ends all access to that account.
 * 409 `second_factor.off`, `user.own_account`, `user.in_dispute`, `user.last_admin`.
 */
export async function resetSecondFactor(context: Context, userId: string): Promise<void> {
  await inTransaction(context, async trx => {
    const user = await lockUser(trx, context, userId)
    if (user.second_factor === 'off') throw new AppError('second_factor.off')
    if (!canResetSecondFactor(context.actor, user)) throw new AppError('user.own_account')
    await demandSay(trx, context, userId)
    const { sessions } = await endAccess(trx, context, userId, { factorsSince: '' })
    const url = `${baseUrl(context.config)}/user-settings#zweiter-faktor`
    const mail = secondFactorResetMail(personOf(user), { at: context.clock.now(), url })
    await warnUser(trx, context, { email: user.email, about: { userId }, kind: 'second_factor_changed', mail })
    await repairAccess(trx, context, user, await findDispute(trx, userId, context.clock.now()))
    await recordEndedImpersonations(trx, context, sessions, 'session ended')
    await recordAudit(trx, context, { action: 'user.second_factor_reset', subjectKind: 'user', subjectId: userId })
  })
}
