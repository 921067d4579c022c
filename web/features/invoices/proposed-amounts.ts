/** Suggests the amounts of an invoice. Calculates in cents, which avoids floating-point errors. */
import { taxCents } from '#contract/prices.ts'

export type TaxFields = { rate: number; base: number; amount: number }

/** EUR to cents; missing input counts as zero. */
export function centsOf(eur: number): number {
  return Number.isFinite(eur) ? Math.round(eur * 100) : 0
}

/** Tax in EUR at a rate in percent, half a cent rounded up. */
export function taxOn(base: number, ratePercent: number): number {
  return taxCents(centsOf(base), ratePercent) / 100
}

/** A tax line with the calculated tax. */
export function taxLine(ratePercent: number, base: number): TaxFields {
  return { rate: ratePercent, base, amount: taxOn(base, ratePercent) }
}

/** Net, tax and gross of the form's values. Without a tax line the net amount is the total. */
export function sumsOf({ net, tax }: { net: number; tax: readonly TaxFields[] }): {
  net: number
  tax: number
  gross: number
} {
  const netCents = tax.length === 0 ? centsOf(net) : sum(tax.map(line => centsOf(line.base)))
  const taxCents = sum(tax.map(line => centsOf(line.amount)))
  return { net: netCents / 100, tax: taxCents / 100, gross: (netCents + taxCents) / 100 }
}

/** The sum of amounts in EUR. */
export function sumEur(amounts: readonly number[]): number {
  return sum(amounts.map(centsOf)) / 100
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
