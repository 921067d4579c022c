import { AppError } from '#server/app-error.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { countInvoiced } from '#server/features/tickets/ticket-invoicing.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { record } from './invoice.commands.ts'
import { type FoundInvoice, getInvoice, getInvoiceToChange, taxLinesOf } from './invoice.queries.ts'
import { publicationMail } from './invoice-publication.mails.ts'
import { listMissing } from './invoice-publication.queries.ts'

/**
 * Issues a draft: it becomes visible in the customer's portal, its entries count as billed, and from then on only notes
 * and payment change. 404, 412 `stale`, 409 `invoice.published`, 422 naming everything that is missing.
 */
export async function publishInvoice(
  context: Context,
  id: string,
  revision: number | undefined,
): Promise<FoundInvoice> {
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
    await countInvoiced(trx, context, id)
    await notifyCustomer(trx, context, {
      customerId: row.customer_id,
      kind: 'invoice_published',
      key: id,
      mail: publicationMail({
        ...row,
        hasTax: taxLinesOf(row).length > 0,
        url: `${baseUrl(context.config)}/customer-portal/invoice/${id}`,
      }),
    })
    await record(trx, context, 'invoice.published', row)
    return getInvoice(trx, context, id)
  })
}
