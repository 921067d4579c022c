import type { Transaction } from 'kysely'
import { recordAudit } from '#server/audit/record.ts'
import { portalItself } from '#server/auth/actor.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { removeFiles } from '#server/files/attach-files.ts'
import { listReleasable } from './erasure.queries.ts'
import { lastMailKind } from './erasure-run.commands.ts'

/** Destroys the retained invoices of deleted accounts whose last day is over, then the customer's placeholder. */
export async function endRetention(runtime: Runtime): Promise<void> {
  for (const { invoice_id, customer_id } of await listReleasable(runtime.db, runtime.clock.now())) {
    await inTransaction(runtime, trx => release(trx, runtime, invoice_id, customer_id))
  }
  await forgetLastMails(runtime)
}

async function release(trx: Transaction<Database>, runtime: Runtime, id: string, customerId: string): Promise<void> {
  await trx.updateTable('retained_invoice').set({ is_released: 1 }).where('invoice_id', '=', id).execute()
  await trx.deleteFrom('invoice_payment').where('invoice_id', '=', id).execute()
  const gone = await trx
    .deleteFrom('invoice')
    .where('id', '=', id)
    .returning(['number', 'pdf_file_id'])
    .executeTakeFirst()
  if (gone === undefined) return
  if (gone.pdf_file_id !== null) await removeFiles(trx, [gone.pdf_file_id])
  const rest = await trx.selectFrom('invoice').select('id').where('customer_id', '=', customerId).limit(1).execute()
  if (rest.length === 0) {
    await trx.deleteFrom('customer').where('id', '=', customerId).where('erased_at', 'is not', null).execute()
  }
  await recordAudit(
    trx,
    { ...runtime, actor: portalItself, address: '' },
    { action: 'invoice.destroyed', subjectKind: 'invoice', subjectId: id, details: gone.number ?? '' },
  )
}

/** The mail that reports the complete deletion to the customer is the last remaining row. */
async function forgetLastMails(runtime: Runtime): Promise<void> {
  await inTransaction(runtime, async trx => {
    const gone = await trx
      .deleteFrom('outbox_mail')
      .where('kind', '=', lastMailKind)
      .where('state', '<>', 'waiting')
      .returning('id')
      .execute()
    for (const { id } of gone) {
      await trx.deleteFrom('search_term').where('kind', '=', 'outbox_mail').where('subject_id', '=', id).execute()
    }
  })
}
