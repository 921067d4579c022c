import type { Transaction } from 'kysely'
import type { NewInvoicePayment } from '#contract/invoice-payments.ts'
import { paymentsPerInvoiceMax } from '#contract/limits.ts'
import type { AuditAction } from '#contract/operations.ts'
import { paymentReasons } from '#contract/texts/invoice-payments.texts.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { countInvoiced } from '#server/features/tickets/ticket-invoicing.commands.ts'
import { centsOf, euroText } from '#server/units.ts'
import { getInvoice, getInvoiceToChange, type InvoiceRow, type StoredInvoice } from './invoice.queries.ts'
import { listPayments } from './invoice-payment.queries.ts'
import {
  type PaymentState,
  paymentRefusal,
  paymentStateOf,
  receivedPayments,
  type StoredPayment,
  validPayments,
} from './invoice-payment.rules.ts'

type Trx = Transaction<Database>
type NewRow = Pick<StoredPayment, 'amount_cents' | 'paid_on'> & Partial<Pick<StoredPayment, 'reason' | 'reverses_id'>>

/**
 * Records a payment of an issued invoice, or a refund. 404, 409 `invoice.not_issued`,
 * 422 for a day in the future, a refund without a reason, and one of more than was paid.
 */
export async function recordPayment(
  context: Context,
  invoiceId: string,
  { amount, paidDate, reason = '' }: NewInvoicePayment,
): Promise<InvoiceRow> {
  return inTransaction(context, async trx => {
    const invoice = await getInvoiceToChange(trx, context, invoiceId, undefined)
    const amount_cents = centsOf(amount)
    const refusal = paymentRefusal(invoice, amount_cents)
    if (refusal !== null) throw new AppError(refusal)
    if (paidDate > calendarDate(context.clock.now())) throw invalidField('paidDate', 'date.in_future')
    if (amount_cents < 0 && reason === '') throw invalidField('reason', 'required')
    if (invoice.paid_cents + amount_cents < 0) throw invalidField('amount', 'payment.more_than_paid')
    await addPayments(trx, context, invoice, [{ amount_cents, paid_on: paidDate, reason }])
    await record(trx, context, 'invoice.payment_recorded', invoice, amount_cents)
    return getInvoice(trx, context, invoiceId)
  })
}

/**
 * Reverses a payment by a counter entry of the same day. 404, 409 `invoice_payment.reversed` for a counter entry or a
 * payment that has one, and `invoice_payment.refunded` where refunds would exceed the rest.
 */
export async function reversePayment(
  context: Context,
  paymentId: string,
  { reason }: { reason: string },
): Promise<InvoiceRow> {
  return inTransaction(context, async trx => {
    const found = await trx
      .selectFrom('invoice_payment')
      .select('invoice_id')
      .where('id', '=', paymentId)
      .executeTakeFirst()
    if (found === undefined) throw new AppError('not_found')
    const invoice = await getInvoiceToChange(trx, context, found.invoice_id, undefined)
    const payment = validPayments(await listPayments(trx, invoice.id)).find(({ id }) => id === paymentId)
    if (payment === undefined) throw new AppError('invoice_payment.reversed')
    if (invoice.paid_cents < payment.amount_cents) throw new AppError('invoice_payment.refunded')
    await addPayments(trx, context, invoice, [counterEntry(payment, reason)])
    await record(trx, context, 'invoice.payment_reversed', invoice, payment.amount_cents)
    return getInvoice(trx, context, invoice.id)
  })
}

/**
 * Payment as a flag with a day, as the screen's quick way has it: paid records the open amount, unpaid reverses all
 * payments, another day records the latest again. Part of the transaction that holds the invoice's lock.
 */
export async function setPaid(
  trx: Trx,
  context: Context,
  invoice: StoredInvoice,
  { paid, paidDate }: { paid: boolean; paidDate: string | null },
): Promise<void> {
  const payments = await listPayments(trx, invoice.id)
  if (!paid) {
    await addPayments(
      trx,
      context,
      invoice,
      validPayments(payments).map(payment => counterEntry(payment, paymentReasons.markedUnpaid)),
    )
  } else if (invoice.is_paid === 0) {
    const amount_cents = invoice.gross_cents - invoice.paid_cents
    await addPayments(trx, context, invoice, [{ amount_cents, paid_on: dayOf(paidDate) }])
  } else {
    const latest = receivedPayments(payments)
      .toSorted((one, other) => one.paid_on.localeCompare(other.paid_on))
      .at(-1)
    if (latest === undefined) throw new Error('A paid invoice has no payment.')
    await addPayments(trx, context, invoice, [
      counterEntry(latest, paymentReasons.dateCorrected),
      { amount_cents: latest.amount_cents, paid_on: dayOf(paidDate), reason: latest.reason },
    ])
  }
}

function dayOf(paidDate: string | null): string {
  if (paidDate === null) throw new Error('A paid invoice has a day of payment.')
  return paidDate
}

function counterEntry(payment: StoredPayment, reason: string): NewRow {
  return { amount_cents: -payment.amount_cents, paid_on: payment.paid_on, reason, reverses_id: payment.id }
}

/** Adds rows, and keeps their sum and the state of payment on the invoice and its tickets. */
async function addPayments(
  trx: Trx,
  context: Context,
  invoice: StoredInvoice,
  added: readonly NewRow[],
): Promise<void> {
  const before = await listPayments(trx, invoice.id)
  // Counter entries are not counted: a wrong payment can always be reversed.
  const isFull = [...before, ...added].filter(row => !row.reverses_id).length > paymentsPerInvoiceMax
  if (isFull) throw new AppError('invoice.too_many_payments')
  const created_at = instantText(context.clock.now())
  const rows = added.map(row => ({
    id: newId(),
    invoice_id: invoice.id,
    reason: '',
    reverses_id: null,
    created_at,
    ...row,
  }))
  if (rows.length > 0) await trx.insertInto('invoice_payment').values(rows).execute()
  const state: PaymentState = paymentStateOf(invoice.gross_cents, [...before, ...rows])
  await trx
    .updateTable('invoice')
    .set({ ...state, updated_at: created_at, revision: invoice.revision + 1 })
    .where('id', '=', invoice.id)
    .execute()
  if (state.is_paid !== invoice.is_paid) await countInvoiced(trx, context, invoice.id)
}

async function record(
  trx: Trx,
  context: Context,
  action: AuditAction,
  { id, number }: StoredInvoice,
  cents: number,
): Promise<void> {
  const details = `${number ?? ''}: ${euroText(cents)}`
  await recordAudit(trx, context, { action, subjectKind: 'invoice', subjectId: id, details })
}
