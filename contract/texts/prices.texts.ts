/** The German words of net and gross: on screens, in mails and in files. */
import type { PriceBasis, Prices, ShownPrice } from '#contract/prices.ts'

const words: Record<PriceBasis, string> = { net: 'netto', gross: 'brutto' }

/** `netto`, `brutto`; empty where no tax is charged, because there is only one amount then. */
export function basisWord(basis: PriceBasis | null): string {
  return basis === null ? '' : words[basis]
}

/** A label with the name of the amount below it: `Summe (netto)`. Without tax the label alone. */
export function withBasis(label: string, basis: PriceBasis | null): string {
  return basis === null ? label : `${label} (${words[basis]})`
}

/** The kind of the main amount, in a label; null where no tax is charged. */
export function firstOf({ first, vatRate }: Prices): PriceBasis | null {
  return vatRate === null ? null : first
}

/** An amount with its name: `95,00 € netto`. */
export function namedAmount(amount: string, basis: PriceBasis | null): string {
  return basis === null ? amount : `${amount}\u00a0${words[basis]}`
}

/** Both amounts on one line: `113,05 € brutto (95,00 € netto)`. */
export function priceText({ first, beside }: ShownPrice, textOf: (cents: number) => string): string {
  const named = namedAmount(textOf(first.cents), first.basis)
  return beside === null ? named : `${named} (${namedAmount(textOf(beside.cents), beside.basis)})`
}

/** Shown once on a page whose amounts have no name. */
export const noVatNote = 'Als Kleinunternehmer berechnen wir keine Umsatzsteuer (§\u00a019 UStG).'
