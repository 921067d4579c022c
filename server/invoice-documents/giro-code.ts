/** The content of a GiroCode: EPC069-12, version 2. */
import type { PrintedInvoice } from './invoice-snapshot.ts'

/** EPC069-12: at most 999 999 999.99 EUR and 70 characters of name. */
const centsMax = 99_999_999_999
const nameMax = 70

/**
 * The text to encode; null where nothing is to be transferred. The name is the account holder's: banks compare it with
 * the IBAN.
 */
export function giroCodeText({ kind, number, grossCents, seller }: PrintedInvoice): string | null {
  if (kind === 'cancellation' || number === null || grossCents <= 0 || grossCents > centsMax) return null
  const name = [...seller.accountHolder].slice(0, nameMax).join('').trim()
  const amount = `EUR${Math.floor(grossCents / 100)}.${String(grossCents % 100).padStart(2, '0')}`
  const iban = seller.iban.replaceAll(/\s/g, '')
  // Version 2, UTF-8, credit transfer; no purpose code and no structured reference.
  return ['BCD', '002', '1', 'SCT', seller.bic.replaceAll(/\s/g, ''), name, iban, amount, '', '', number].join('\n')
}
