import type { Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { countInvoiced } from '#server/features/tickets/ticket-invoicing.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { record } from './invoice.commands.ts'
import { type StoredInvoice, taxLinesOf } from './invoice.queries.ts'
import { publicationMail } from './invoice-publication.mails.ts'

/** The rest of an issue: sums and badges of tickets, the customer's mail, the audit line. */
export async function completePublication(
  trx: Transaction<Database>,
  context: Context,
  invoice: StoredInvoice,
  details?: string,
): Promise<void> {
  await countInvoiced(trx, context, invoice.id)
  await notifyCustomer(trx, context, {
    customerId: invoice.customer_id,
    kind: 'invoice_published',
    key: invoice.id,
    mail: publicationMail({
      ...invoice,
      hasTax: taxLinesOf(invoice).length > 0,
      url: `${baseUrl(context.config)}/customer-portal/invoice/${invoice.id}`,
    }),
  })
  await record(trx, context, 'invoice.published', invoice, details)
}
