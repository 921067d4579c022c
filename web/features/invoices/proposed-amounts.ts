/** What amounts an invoice is likely to have. Counted in cents, so that nothing is off by a float. */
import { taxCents } from '#contract/prices.ts'

export type TaxFields = { rate: number; base: number; amount: number }

/** A number of EUR as cents; what is not typed yet counts as nothing. */
export function centsOf(eur: number): number {
  return Number.isFinite(eur) ? Math.round(eur * 100) : 0
}

/** Tax in EUR at a rate in percent, half a cent rounded up. */
export function taxOn(base: number, ratePercent: number): number {
  return taxCents(centsOf(base), ratePercent) / 100
}

/** A line of tax as it usually is. */
export function taxLine(ratePercent: number, base: number): TaxFields {
  return { rate: ratePercent, base, amount: taxOn(base, ratePercent) }
}

/** Net, tax and gross of what the form holds. Without a line of tax the net amount is the whole. */
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
