/** The state of payment of an invoice, from its payments. */
import type { Selectable } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { InvoiceKind, InvoiceState } from '#contract/invoices.ts'
import type { InvoicePaymentTable } from '#server/database/business-tables.ts'

export type StoredPayment = Selectable<InvoicePaymentTable>

export type PaymentState = { paid_cents: number; is_paid: 0 | 1; paid_on: string | null }

/** Paid when the payments cover the gross amount, on the day of the latest one; a refund moves no day. */
export function paymentStateOf(grossCents: number, payments: readonly StoredPayment[]): PaymentState {
  const paid_cents = payments.reduce((sum, payment) => sum + payment.amount_cents, 0)
  const days = receivedPayments(payments).map(payment => payment.paid_on)
  const isPaid = days.length > 0 && paid_cents >= grossCents
  return { paid_cents, is_paid: isPaid ? 1 : 0, paid_on: isPaid ? (days.toSorted().at(-1) ?? null) : null }
}

/** Payments and refunds without those that were reversed, and without the counter entries. */
export function validPayments<P extends Pick<StoredPayment, 'id' | 'reverses_id'>>(payments: readonly P[]): P[] {
  const reversed = new Set(payments.map(payment => payment.reverses_id))
  return payments.filter(payment => payment.reverses_id === null && !reversed.has(payment.id))
}

/** Money received, without refunds. */
export function receivedPayments(payments: readonly StoredPayment[]): StoredPayment[] {
  return validPayments(payments).filter(payment => payment.amount_cents > 0)
}

/** Why a payment cannot be recorded in this state; null when it can. Payments of a cancelled invoice are refunded. */
export function paymentRefusal(
  { state, kind }: { state: InvoiceState; kind: InvoiceKind },
  amountCents: number,
): ErrorCode | null {
  if (state === 'draft') return 'invoice.not_issued'
  if (kind === 'cancellation') return 'invoice.published'
  return state === 'cancelled' && amountCents > 0 ? 'invoice.published' : null
}
