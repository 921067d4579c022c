import type { Invoice, PresentedPayment } from '#contract/invoices.ts'
import { formatEur } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

const texts = invoiceTexts.payments

/** The open amount or the credit: `69,00 € offen`. */
export function openText(openTotal: number): string {
  if (openTotal === 0) return texts.settled
  return openTotal > 0 ? texts.open(formatEur(openTotal)) : texts.credit(formatEur(-openTotal))
}

/** The open amount of a partly paid or overpaid invoice; null for any other. */
export function partText({
  paid,
  paidTotal,
  openTotal,
}: Pick<Invoice, 'paid' | 'paidTotal' | 'openTotal'>): string | null {
  const isPart = paid ? openTotal < 0 : paidTotal !== 0
  return isPart ? openText(openTotal) : null
}

/** Money that was paid: neither net nor gross. */
export function paidText(amount: number): string {
  return formatEur(amount)
}

/** The kind of a payment, as a word. */
export function kindOf({ amount, reversesId }: Pick<PresentedPayment, 'amount' | 'reversesId'>): string {
  if (reversesId !== null) return texts.kinds.counterEntry
  return amount > 0 ? texts.kinds.payment : texts.kinds.refund
}
