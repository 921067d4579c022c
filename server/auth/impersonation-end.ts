/** The view of an admin as a customer: it is a state of the admin's session, read-only, and ends by itself. */
import type { Transaction } from 'kysely'
import { recordAudit } from '#server/audit/record.ts'
import type { Context, Runtime } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type EndedSession, type LiveSession, takeView } from './sessions.ts'

type Trx = Transaction<Database>
type Own = Pick<Context, 'clock' | 'engine' | 'address' | 'realtime'>

/** Writes down that a view has ended because its time was over, and takes it out of the session. */
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

/** Takes the views of a customer out of all sessions; to be written down with `recordEndedImpersonations`. */
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
 * Writes down the views that have ended with these sessions, each under the admin whose view it was. `reason` says what
 * ended them. Call it with the other audit lines at the end of the transaction, and before the customer is gone.
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
          // Of the customer the log keeps the id alone.
          impersonation: { customerId: as_customer_id, customerName: '', until: as_user_until },
        },
      },
      { action: 'as_user.ended', subjectKind: 'customer', subjectId: as_customer_id, details: reason },
    )
  }
}
