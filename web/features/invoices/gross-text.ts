import type { Invoice } from '#contract/invoices.ts'
import { namedAmount } from '#contract/texts/prices.texts.ts'
import { formatEur } from '#web/lib/format/format.ts'

/** The amount payable, labelled gross if the invoice shows tax. */
export function grossText({ gross, tax }: Pick<Invoice, 'gross' | 'tax'>): string {
  return partOfGross(gross, { tax })
}

/** A part of it, paid or open: labelled in the same way. */
export function partOfGross(amount: number, { tax }: Pick<Invoice, 'tax'>): string {
  return namedAmount(formatEur(amount), grossBasis({ tax }))
}

/** The price basis of the payable amount; null for an invoice without tax, which has only one amount. */
export function grossBasis({ tax }: Pick<Invoice, 'tax'>): 'gross' | null {
  return tax.length > 0 ? 'gross' : null
}

/** The net amount next to it; null if it is the same. */
export function netText({ net, tax }: Pick<Invoice, 'net' | 'tax'>): string | null {
  return tax.length > 0 ? namedAmount(formatEur(net), 'net') : null
}
