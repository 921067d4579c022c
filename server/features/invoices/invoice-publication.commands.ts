import { AppError } from '#server/app-error.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getInvoice, getInvoiceToChange, type InvoiceRow } from './invoice.queries.ts'
import { listMissing } from './invoice-publication.queries.ts'
import { completePublication } from './invoice-publication-notice.commands.ts'
import { publishWritten } from './written-publication.commands.ts'

/**
 * Issues a draft: it becomes visible in the customer's portal, its entries count as billed, and from then on only notes
 * and payment change. 404, 412 `stale`, 409 `invoice.published`, 422 naming everything that is missing.
 */
export async function publishInvoice(context: Context, id: string, revision: number | undefined): Promise<InvoiceRow> {
  const found = await getInvoice(context.db, context, id)
  if (found.kind === 'written') return publishWritten(context, id, revision, 'person')
  return inTransaction(context, async trx => {
    const row = await getInvoiceToChange(trx, context, id, revision)
    if (row.state !== 'draft') throw new AppError('invoice.published')
    const errors = await listMissing(trx, row, calendarDate(context.clock.now()))
    if (errors.length > 0) throw new AppError('request.invalid', { errors })
    await trx
      .updateTable('invoice')
      .set({ state: 'issued', updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    await completePublication(trx, context, row)
    return getInvoice(trx, context, id)
  })
}
