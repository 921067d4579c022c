/** The view of an admin as a customer: it is a state of the admin's session, read-only, and ends by itself. */

import { recordAudit } from '#server/audit/record.ts'
import type { Services } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type LiveSession, setView } from './sessions.ts'

/** Writes down that a view has ended because its time was over, and takes it out of the session. */
export async function endOverdueView(
  services: Services,
  { actor }: LiveSession,
  view: NonNullable<LiveSession['overdueView']>,
  address: string,
): Promise<void> {
  await inTransaction(services, async trx => {
    await setView(trx, actor.sessionId, null)
    await recordAudit(
      trx,
      { ...services, actor: { ...actor, asUser: view }, address },
      { action: 'as_user.ended', subjectKind: 'customer', subjectId: view.customerId, details: 'expired' },
    )
  })
}
