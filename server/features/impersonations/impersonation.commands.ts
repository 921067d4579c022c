import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { type NewSession, renewToken, setView, takeView } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { forKeyShare, forUpdate } from '#server/database/engine.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { impersonationLimit } from './impersonation.rules.ts'

/**
 * Lets an admin view the portal as a customer, read-only, for an hour at most. The session gets a new token. 409
 * `as_user.not_allowed` unless the caller is an admin, and when another impersonation has just begun in the session;
 * 422 for an unknown customer.
 */
export async function startImpersonation(
  context: Context,
  { customerId, reason = '' }: { customerId: string; reason?: string | undefined },
): Promise<NewSession> {
  const { actor } = context
  if (actor.kind !== 'user' || actor.role !== 'admin' || actor.impersonation) throw new AppError('as_user.not_allowed')
  return inTransaction(context, async trx => {
    const customer = await trx
      .selectFrom('customer')
      .select(['id', 'company', 'first_name', 'last_name'])
      .where('id', '=', customerId)
      .where('erased_at', 'is', null)
      // Locked against deletion until the session names it.
      .$call(forUpdate(context.engine))
      .$call(forKeyShare(context.engine))
      .executeTakeFirst()
    if (customer === undefined) throw invalidField('customerId', 'reference.unknown')

    const view = {
      customerId,
      customerName: customer.company || `${customer.first_name} ${customer.last_name}`.trim(),
      until: impersonationLimit(context.clock.now()),
    }
    const isSet = await setView(trx, actor.sessionId, { ...view, reason })
    const session = await renewToken(trx, context, actor.sessionId)
    if (session === undefined) throw new AppError('session.required')
    if (!isSet) throw new AppError('as_user.not_allowed')
    await recordAudit(
      trx,
      { ...context, actor: { ...actor, impersonation: view } },
      { action: 'as_user.started', subjectKind: 'customer', subjectId: customerId, details: reason },
    )
    return session
  })
}

/** Ends the impersonation; the session gets a new token. Undefined when there was none. */
export async function endImpersonation(context: Context): Promise<NewSession | undefined> {
  const { actor } = context
  if (actor.kind !== 'user' || !actor.impersonation) return undefined
  return endImpersonationOf(context, actor, actor.impersonation)
}

async function endImpersonationOf(
  context: Context,
  actor: UserActor,
  { customerId, until }: NonNullable<UserActor['impersonation']>,
): Promise<NewSession | undefined> {
  return inTransaction(context, async trx => {
    if (!(await takeView(trx, actor.sessionId, until))) return undefined
    const session = await renewToken(trx, context, actor.sessionId)
    await recordAudit(trx, context, { action: 'as_user.ended', subjectKind: 'customer', subjectId: customerId })
    return session
  })
}
