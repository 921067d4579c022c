import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { OutboxMailTable } from '#server/database/platform-tables.ts'
import { inTransaction, wakeAfterCommit } from '#server/database/transaction.ts'
import { canRetryMail } from './outbox.policy.ts'
import { getMail } from './outbox.queries.ts'

/** Sends a waiting or failed mail at once; a failed one has all its tries again. */
export async function retryMail(context: Context, id: string): Promise<OutboxMailTable> {
  const { clock } = context
  return inTransaction(context, async trx => {
    const mail = await getMail(trx, context, id)
    if (!canRetryMail(mail)) throw new AppError('mail.not_retryable')
    const now = instantText(clock.now())
    const changed = await trx
      .updateTable('outbox_mail')
      .set({
        state: 'waiting',
        // The count also identifies the current try: it is reset only where none is running.
        attempts: mail.state === 'failed' ? 0 : mail.attempts,
        next_attempt_at: now,
        updated_at: now,
      })
      .where('id', '=', id)
      // Not when the worker has just sent it.
      .where('state', '=', mail.state)
      .where('attempts', '=', mail.attempts)
      .returningAll()
      .executeTakeFirst()
    if (changed === undefined) throw new AppError('mail.not_retryable')
    await recordAudit(trx, context, { action: 'outbox_mail.retried', subjectKind: 'outbox_mail', subjectId: id })
    wakeAfterCommit(trx)
    return changed
  })
}
