/** Amounts as displayed to the reader, labelled net or gross; the rule is in `contract/prices.ts`. */
import { type PriceBasis, type Prices, type ShownPrice, shownPrice, shownRest } from '#contract/prices.ts'
import { basisWord, firstOf, namedAmount, priceText, withBasis } from '#contract/texts/prices.texts.ts'
import { formatEur, formatHours } from './format.ts'

export interface ShownPrices {
  readonly prices: Prices
  /** A label with the price basis of the amounts below it: the reader's first one, or a fixed one. */
  readonly label: (label: string, basis?: PriceBasis) => string
  /** The price basis alone; empty without one. */
  readonly word: (basis?: PriceBasis) => string
  /** A net amount below such a label; the second amount carries its own basis. */
  readonly of: (netEur: number) => PriceTexts
  /** The rest of a net amount without one of its parts, so that part and rest add up when displayed together. */
  readonly rest: (netEur: number, partNetEur: number) => PriceTexts
  /** Whether net amounts, each rounded as displayed, add up to their sum, which is rounded as a whole. */
  readonly addUp: (netsEur: readonly number[]) => boolean
  /** In a table: the net amount, only where gross comes first, so that the basis of the calculation is visible. */
  readonly netBeside: (netEur: number) => string | null
  /** An amount and its label in a fixed price basis. */
  readonly figure: (label: string, eur: number, basis: PriceBasis) => { label: string; value: string }
  /** A net amount of work and its label in the reader's first basis. */
  readonly workFigure: (label: string, netEur: number) => { label: string; value: string }
  /** An amount with its price basis, where no label contains it. */
  readonly named: (eur: number, basis: PriceBasis) => string
  /** The same, with gross first where the reader sees gross first. */
  readonly forReader: (eur: number, basis: PriceBasis) => string
  /** The same without the second amount, where another amount follows that has it. */
  readonly forReaderFirst: (eur: number, basis: PriceBasis) => string
  /** The difference of two such amounts: with the smaller one it adds up to the greater one, in both bases. */
  readonly distanceForReader: (fromEur: number, toEur: number, basis: PriceBasis) => string
  /** A net amount in both bases, on one line: `95,00 € netto (113,05 € brutto)`. */
  readonly both: (netEur: number) => string
  /** A net amount with the price basis that comes first. */
  readonly firstNamed: (netEur: number) => string
  /** Hours at a net rate, `1,50 × 95,00 €`, below a label; the second amount carries its own basis. */
  readonly hoursAtRate: (hours: number, netEur: number) => { first: string; netBeside: string | null }
}

type PriceTexts = { first: string; beside: string | null; besideAmount: string | null }

/** Before the session is known, no price basis is shown. */
const unknown: Prices = { first: 'net', vatRate: null }

export function shownPrices(prices: Prices = unknown): ShownPrices {
  const isTaxed = prices.vatRate !== null
  const shown = (netEur: number) => shownPrice(centsOf(netEur), prices)
  const textsOf = ({ first, beside }: ShownPrice): PriceTexts => {
    const besideAmount = beside && formatEur(beside.cents / 100)
    return {
      first: formatEur(first.cents / 100),
      besideAmount,
      beside: besideAmount && namedAmount(besideAmount, beside.basis),
    }
  }
  const of = (netEur: number) => textsOf(shown(netEur))
  const label = (text: string, basis?: PriceBasis) => withBasis(text, isTaxed ? (basis ?? prices.first) : null)
  const named = (eur: number, basis: PriceBasis) => namedAmount(formatEur(eur), isTaxed ? basis : null)
  const bothOf = (price: ShownPrice) => priceText(price, cents => formatEur(cents / 100))
  const both = (netEur: number) => bothOf(shown(netEur))
  const firstNamed = (netEur: number) => namedAmount(of(netEur).first, firstOf(prices))
  const netBeside = (netEur: number) => (prices.first === 'gross' ? of(netEur).beside : null)
  return {
    prices,
    label,
    word: basis => basisWord(isTaxed ? (basis ?? prices.first) : null),
    of,
    rest: (netEur, partNetEur) => textsOf(shownRest(centsOf(netEur), centsOf(partNetEur), prices)),
    addUp: netsEur => {
      const shownCents = netsEur.reduce((sum, netEur) => sum + shown(netEur).first.cents, 0)
      const netCents = netsEur.reduce((sum, netEur) => sum + centsOf(netEur), 0)
      return shownCents === shownPrice(netCents, prices).first.cents
    },
    netBeside,
    figure: (text, eur, basis) => ({ label: label(text, basis), value: formatEur(eur) }),
    workFigure: (text, netEur) => ({ label: label(text), value: of(netEur).first }),
    named,
    forReader: (eur, basis) => (basis === 'net' && prices.first === 'gross' ? both(eur) : named(eur, basis)),
    forReaderFirst: (eur, basis) => (basis === 'net' ? firstNamed(eur) : named(eur, basis)),
    distanceForReader: (fromEur, toEur, basis) => {
      const less = centsOf(Math.min(fromEur, toEur))
      const more = centsOf(Math.max(fromEur, toEur))
      if (basis === 'net' && prices.first === 'gross') return bothOf(shownRest(more, less, prices))
      return named((more - less) / 100, basis)
    },
    both,
    firstNamed,
    hoursAtRate: (hours, netEur) => {
      const times = (rate: string) => `${formatHours(hours)} × ${rate}`
      const beside = netBeside(netEur)
      return { first: times(of(netEur).first), netBeside: beside && times(beside) }
    },
  }
}

function centsOf(eur: number): number {
  return Math.round(eur * 100)
}
