/**
 * The sums of an invoice: the only function that adds up lines. The screen, the PDF, the XML and the stored amounts use
 * it. Pure integers: quantities in thousandths, unit prices in ten-thousandths of a euro, amounts in cents.
 */
import { type VatCase, type VatCategory, vatRules } from './vat-cases.ts'

export type LineAmount = {
  /** Thousandths of the unit; negative for a reduction and in a cancellation. */
  quantityMilli: number
  /** Ten-thousandths of a euro, not negative (BR-27). */
  unitPriceE4: number
  vatCase: VatCase
}

/** One row of the VAT breakdown (BG-23). */
export type VatGroup = {
  vatCase: VatCase
  category: VatCategory
  /** Hundredths of a percent. */
  rate: number
  baseCents: number
  taxCents: number
}

export type InvoiceSums = { groups: VatGroup[]; netCents: number; taxCents: number; grossCents: number }

/** BT-131: quantity times price, rounded to the cent, half a cent away from zero. */
export function lineNetCents({ quantityMilli, unitPriceE4 }: Omit<LineAmount, 'vatCase'>): number {
  // 10 000 hours at 1 million euros exceed the integers of a number.
  return roundedQuotient(BigInt(quantityMilli) * BigInt(unitPriceE4), 100_000n)
}

/** Tax on the sum of a group, never on a line (BR-CO-17); half a cent away from zero, so that a mirror has mirrored tax. */
export function groupTaxCents(baseCents: number, rate: number): number {
  return roundedQuotient(BigInt(baseCents) * BigInt(rate), 10_000n)
}

/** The sums of lines; groups in the order of `vatCases`, so that equal lines in any order have equal sums. */
export function invoiceSums(lines: readonly LineAmount[]): InvoiceSums {
  const bases = new Map<VatCase, number>()
  for (const line of lines) bases.set(line.vatCase, (bases.get(line.vatCase) ?? 0) + lineNetCents(line))
  const order = Object.keys(vatRules)
  const groups = [...bases]
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([vatCase, baseCents]) => {
      const { category, rate } = vatRules[vatCase]
      return { vatCase, category, rate, baseCents, taxCents: groupTaxCents(baseCents, rate) }
    })
  const netCents = groups.reduce((sum, { baseCents }) => sum + baseCents, 0)
  const taxCents = groups.reduce((sum, group) => sum + group.taxCents, 0)
  return { groups, netCents, taxCents, grossCents: netCents + taxCents }
}

function roundedQuotient(dividend: bigint, divisor: bigint): number {
  const magnitude = dividend < 0n ? -dividend : dividend
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor))
  // `-0` would differ from `0` in a comparison.
  return dividend < 0n && rounded > 0 ? -rounded : rounded
}
