import type { LoginPolicy } from '#contract/login-policy.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { userOf } from '#server/auth/actor.ts'
import { getSecondFactor } from '#server/auth/second-factor-store.ts'
import type { Change } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { getLoginPolicy } from './login-policy.queries.ts'

/**
 * Changes the requirements for logins. 409 `second_factor.own_first` when the caller requires a second factor of admins
 * without having one, as they would be the first to be locked out; 412 `stale`.
 */
export async function changeLoginPolicy(
  context: Context,
  { adminsNeedSecondFactor }: Change<Pick<LoginPolicy, 'adminsNeedSecondFactor'>>,
  revision: number | undefined,
): Promise<LoginPolicy> {
  return inTransaction(context, async trx => {
    const before = await getLoginPolicy(trx)
    demandRevision(revision, before.revision)
    const isNeeded = adminsNeedSecondFactor ?? before.adminsNeedSecondFactor
    if (isNeeded === before.adminsNeedSecondFactor) return before
    if (isNeeded && !(await getSecondFactor(trx, userOf(context).userId)).isOn) {
      throw new AppError('second_factor.own_first')
    }
    const now = instantText(context.clock.now())
    const stored = { admins_need_second_factor: isNeeded ? 1 : 0, updated_at: now } as const
    await trx
      .insertInto('login_policy')
      .values({ id: 1, ...stored, revision: 1, created_at: now })
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(eb => ({ ...stored, revision: eb('login_policy.revision', '+', 1) })),
      )
      .execute()
    await recordAudit(trx, context, {
      action: isNeeded ? 'login_policy.second_factor_demanded' : 'login_policy.second_factor_optional',
      subjectKind: 'login_policy',
      subjectId: '1',
    })
    return getLoginPolicy(trx)
  })
}
