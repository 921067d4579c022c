/** Amounts as they stand before somebody, with the names of net and gross; the rule is `contract/prices.ts`. */
import { type PriceBasis, type Prices, shownPrice } from '#contract/prices.ts'
import { firstOf, namedAmount, priceText, withBasis } from '#contract/texts/prices.ts'
import { formatEur } from './format.ts'

export interface ShownPrices {
  readonly prices: Prices
  /** A label with the name of the amounts below it: those that stand first, or one that is always net or gross. */
  readonly label: (label: string, basis?: PriceBasis) => string
  /** A net amount as it stands below such a label; what stands beside it has its name. */
  readonly of: (netEur: number) => { first: string; beside: string | null; besideAmount: string | null }
  /** In a table: what stands beside only where gross comes first, so that the net amount that was reckoned with is seen. */
  readonly netBeside: (netEur: number) => string | null
  /** An amount with its name, where no label tells it. */
  readonly named: (eur: number, basis: PriceBasis) => string
  /** A net amount as both, on one line: `95,00 € netto (113,05 € brutto)`. */
  readonly both: (netEur: number) => string
  /** A net amount with the name of what stands first. */
  readonly firstNamed: (netEur: number) => string
}

/** Before the session is known nothing is said of tax. */
const unknown: Prices = { first: 'net', vatRate: null }

export function shownPrices(prices: Prices = unknown): ShownPrices {
  const isTaxed = prices.vatRate !== null
  const shown = (netEur: number) => shownPrice(Math.round(netEur * 100), prices)
  const of = (netEur: number) => {
    const { first, beside } = shown(netEur)
    const besideAmount = beside && formatEur(beside.cents / 100)
    return {
      first: formatEur(first.cents / 100),
      besideAmount,
      beside: besideAmount && namedAmount(besideAmount, beside.basis),
    }
  }
  return {
    prices,
    label: (label, basis) => withBasis(label, isTaxed ? (basis ?? prices.first) : null),
    of,
    netBeside: netEur => (prices.first === 'gross' ? of(netEur).beside : null),
    named: (eur, basis) => namedAmount(formatEur(eur), isTaxed ? basis : null),
    both: netEur => priceText(shown(netEur), cents => formatEur(cents / 100)),
    firstNamed: netEur => namedAmount(of(netEur).first, firstOf(prices)),
  }
}
