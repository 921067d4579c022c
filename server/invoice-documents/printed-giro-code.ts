import { giroCodeText } from '#contract/giro-code.ts'
import type { PrintedInvoice } from './invoice-snapshot.ts'

/** The GiroCode of an invoice; null where nothing is to be transferred. */
export function giroCodeOf({ kind, number, grossCents, seller }: PrintedInvoice): string | null {
  if (kind === 'cancellation' || number === null) return null
  const { accountHolder, iban, bic } = seller
  return giroCodeText({ accountHolder, iban, bic, amountCents: grossCents, reference: number })
}
