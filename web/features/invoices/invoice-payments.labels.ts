import type { Invoice, PresentedPayment } from '#contract/invoices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { partOfGross } from './gross-text.ts'

const texts = invoiceTexts.payments

/** The open amount or the credit: `69,00 € brutto offen`. */
export function openText({ openTotal, tax }: Pick<Invoice, 'openTotal' | 'tax'>): string {
  if (openTotal === 0) return texts.settled
  const amount = partOfGross(Math.abs(openTotal), { tax })
  return openTotal > 0 ? texts.open(amount) : texts.credit(amount)
}

/** The open amount of a partly paid or overpaid invoice; null for any other. */
export function partText(invoice: Pick<Invoice, 'paid' | 'paidTotal' | 'openTotal' | 'tax'>): string | null {
  const { paid, paidTotal, openTotal } = invoice
  const isPart = paid ? openTotal < 0 : paidTotal !== 0
  return isPart ? openText(invoice) : null
}

/** The kind of a payment, as a word. */
export function kindOf({ amount, reversesId }: Pick<PresentedPayment, 'amount' | 'reversesId'>): string {
  if (reversesId !== null) return texts.kinds.counterEntry
  return amount > 0 ? texts.kinds.payment : texts.kinds.refund
}
