import { recordAudit } from '#server/audit/record.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { unsubscribeFromNewsletter } from '#server/features/newsletters/newsletter-consent.commands.ts'
import { getUnsubscription } from './unsubscription.queries.ts'

/** Stops the mails of a link; a second click changes nothing. 404 `not_found` for a link that is not ours. */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  await inTransaction(context, async trx => {
    const { topic, customerId, isOn } = await getUnsubscription(trx, context, token)
    if (topic === 'newsletter') return unsubscribeFromNewsletter(trx, context, customerId)
    if (!isOn) return
    await trx
      .updateTable('customer')
      .set(eb => ({
        is_notified: 0,
        updated_at: instantText(context.clock.now()),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', customerId)
      .execute()
    await recordAudit(trx, context, {
      action: 'customer.unsubscribed',
      subjectKind: 'customer',
      subjectId: customerId,
      details: topic,
    })
  })
}
