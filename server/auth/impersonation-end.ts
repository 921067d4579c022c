/** Impersonation of a customer by an admin: a state of the admin's session, read-only, with an end of its own. */
import type { Transaction } from 'kysely'
import { recordAudit } from '#server/audit/record.ts'
import type { Context, Runtime } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type EndedSession, type LiveSession, takeView } from './sessions.ts'

type Trx = Transaction<Database>
type Own = Pick<Context, 'clock' | 'engine' | 'address' | 'realtime'>

/** Records that an impersonation has expired, and removes it from the session. */
export async function endOverdueImpersonation(
  runtime: Runtime,
  { actor }: LiveSession,
  view: NonNullable<LiveSession['overdueImpersonation']>,
  address: string,
): Promise<void> {
  await inTransaction(runtime, async trx => {
    if (!(await takeView(trx, actor.sessionId, view.until))) return
    await recordAudit(
      trx,
      { ...runtime, actor: { ...actor, impersonation: view }, address },
      { action: 'as_user.ended', subjectKind: 'customer', subjectId: view.customerId, details: 'expired' },
    )
  })
}

/** Removes the impersonations of a customer from all sessions; record them with `recordEndedImpersonations`. */
export async function takeImpersonationsOf(trx: Trx, { engine }: Own, customerId: string): Promise<EndedSession[]> {
  const sessions = await trx
    .selectFrom('session')
    .select(['id', 'user_id', 'as_customer_id', 'as_user_until'])
    .where('as_customer_id', '=', customerId)
    .$call(forUpdate(engine))
    .execute()
  for (const { id, as_user_until } of sessions) await takeView(trx, id, as_user_until ?? '')
  return sessions
}

/**
 * Records the impersonations that ended with these sessions, each under its admin. `reason` is why they ended. Call it
 * with the other audit lines at the end of the transaction, and before the customer is deleted.
 */
export async function recordEndedImpersonations(
  trx: Trx,
  own: Own,
  sessions: readonly EndedSession[],
  reason: string,
): Promise<void> {
  for (const { id, user_id, as_customer_id, as_user_until } of sessions) {
    if (as_customer_id === null || as_user_until === null) continue
    const viewer = await trx
      .selectFrom('user_account')
      .select(['username', 'first_name', 'last_name'])
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
    await recordAudit(
      trx,
      {
        ...own,
        actor: {
          kind: 'user',
          userId: user_id,
          username: viewer.username,
          name: `${viewer.first_name} ${viewer.last_name}`.trim() || viewer.username,
          role: 'admin',
          customerId: null,
          sessionId: id,
          // The log keeps only the id of the customer.
          impersonation: { customerId: as_customer_id, customerName: '', until: as_user_until },
        },
      },
      { action: 'as_user.ended', subjectKind: 'customer', subjectId: as_customer_id, details: reason },
    )
  }
}
