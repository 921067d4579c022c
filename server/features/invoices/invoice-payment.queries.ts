import { sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import type { StoredPayment } from './invoice-payment.rules.ts'

const selectPayments = prepared<{ invoiceId: string }>()((db, param) =>
  db.selectFrom('invoice_payment').selectAll().where('invoice_id', '=', param('invoiceId')).orderBy('id'),
)

/** The payments of an invoice that was found in scope, in the order they were recorded. */
export function listPayments(connection: Connection, invoiceId: string): Promise<StoredPayment[]> {
  return selectPayments(connection, { invoiceId })
}

/** Compares the stored sums of invoices with their payments; empty when all agree. For `portal doctor`. */
export async function checkPaymentSums(connection: Connection): Promise<{ id: string; number: string | null }[]> {
  const sum = sql<number>`(select coalesce(sum(amount_cents), 0) from invoice_payment where invoice_id = invoice.id)`
  return connection
    .selectFrom('invoice')
    .select(['id', 'number'])
    .where(eb =>
      eb.or([
        eb('paid_cents', '<>', sum),
        sql<boolean>`is_paid <> case when kind = 'cancellation' then 1 when state <> 'draft' and gross_cents > 0 and paid_cents >= gross_cents then 1 else 0 end`,
      ]),
    )
    .execute()
}
