/** Payments of invoices: rows that are never changed or deleted; a counter entry reverses one (decision 0066). */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { calendarDate, line, numberProblem, optionalLine } from './fields.ts'
import { invoiceWithEntries } from './invoices.ts'
import { amountEurMax } from './limits.ts'

/** EUR with at most two decimals; negative for a refund. */
const paymentAmount = z.number({ error: numberProblem }).check(
  z.refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: 'number.decimals', abort: true }),
  // In cents, as it is stored: a billionth is no payment.
  z.refine(value => Math.round(value * 100) !== 0, { error: 'payment.zero', abort: true }),
  z.refine(value => Math.abs(value) <= amountEurMax, 'amount.too_large'),
)

export const newInvoicePayment = z.strictObject({
  amount: paymentAmount,
  paidDate: calendarDate,
  /** Required for a refund. */
  reason: z.optional(optionalLine()),
})
export type NewInvoicePayment = z.output<typeof newInvoicePayment>

export const invoicePayments = defineEndpoints({
  create: {
    method: 'POST',
    path: '/api/backend/invoices/{id}/payments/',
    access: 'admin',
    summary: 'Record a payment of an issued invoice: in part, in full, or more; or a refund, with its reason.',
    body: newInvoicePayment,
    response: invoiceWithEntries,
    status: 201,
  },
  reverse: {
    method: 'POST',
    path: '/api/backend/invoice-payments/{id}/reversal/',
    access: 'admin',
    summary: 'Reverse a payment by a counter entry with a reason; both remain.',
    body: z.strictObject({ reason: line() }),
    response: invoiceWithEntries,
    status: 201,
  },
})
