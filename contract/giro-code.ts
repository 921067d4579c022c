/** The content of a GiroCode: EPC069-12, version 2. Pure, because the browser draws it, too. */

/** EPC069-12: at most 999 999 999.99 EUR and 70 characters of name. */
const centsMax = 99_999_999_999
const nameMax = 70

export type GiroTransfer = {
  /** Banks compare it with the IBAN. */
  accountHolder: string
  iban: string
  bic: string
  amountCents: number
  /** The number of the invoice. */
  reference: string
}

/** The text to encode; null for an amount that cannot be transferred. */
export function giroCodeText({ accountHolder, iban, bic, amountCents, reference }: GiroTransfer): string | null {
  if (amountCents <= 0 || amountCents > centsMax) return null
  const name = [...accountHolder].slice(0, nameMax).join('').trim()
  const amount = `EUR${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`
  // Version 2, UTF-8, credit transfer; no purpose code and no structured reference.
  return ['BCD', '002', '1', 'SCT', bare(bic), name, bare(iban), amount, '', '', reference].join('\n')
}

function bare(text: string): string {
  return text.replaceAll(/\s/g, '')
}
