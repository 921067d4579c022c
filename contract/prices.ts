/**
 * Names of amounts: net or gross, and which of them comes first. Pure, without schemas, because pages without forms
 * also compute with it. See decision 0054.
 */
import type { CustomerKind } from './customers.ts'
import { vatRatesPercent } from './limits.ts'

export const priceBases = ['net', 'gross'] as const
export type PriceBasis = (typeof priceBases)[number]

/** How a user's amounts are shown; part of the session. */
export type Prices = {
  first: PriceBasis
  /** The value added tax on new work, in percent; null: none is charged (§ 19 UStG), and an amount is neither net nor gross. */
  vatRate: number | null
}

/**
 * A private person sees the whole price first (§ 3 PAngV); businesses, public bodies and the business itself use net
 * amounts.
 */
export function firstBasis(viewer: CustomerKind | 'admin'): PriceBasis {
  return viewer === 'private' ? 'gross' : 'net'
}

/** New work is taxed at the default rate, as proposed for a new invoice; a small business charges none. */
export function pricesFor(viewer: CustomerKind | 'admin', { isSmallBusiness }: { isSmallBusiness: boolean }): Prices {
  return { first: firstBasis(viewer), vatRate: isSmallBusiness ? null : vatRatesPercent[0] }
}

/** Tax in cents on a net amount in cents at a rate in percent with two decimals, half a cent rounded up: as on an invoice. */
export function taxCents(netCents: number, ratePercent: number): number {
  return Math.floor((netCents * Math.round(ratePercent * 100) + 5_000) / 10_000)
}

/** Tax is rounded on the sum, as on an invoice: call it with the sum, do not add up its results. */
export function grossCents(netCents: number, { vatRate }: Pick<Prices, 'vatRate'>): number {
  return vatRate === null ? netCents : netCents + taxCents(netCents, vatRate)
}

/** The displayed amounts: the main one, and the other one with it. Without tax there is one amount, without a name. */
export type ShownPrice = {
  first: { basis: PriceBasis | null; cents: number }
  beside: { basis: PriceBasis; cents: number } | null
}

/** A net amount in cents as shown to a user. */
export function shownPrice(netCents: number, prices: Prices): ShownPrice {
  if (prices.vatRate === null) return { first: { basis: null, cents: netCents }, beside: null }
  const net = { basis: 'net', cents: netCents } as const
  const gross = { basis: 'gross', cents: grossCents(netCents, prices) } as const
  return prices.first === 'net' ? { first: net, beside: gross } : { first: gross, beside: net }
}

/** A net amount in cents without a part of it: part and rest add up to the whole to the cent, net and gross alike. */
export function shownRest(wholeCents: number, partCents: number, prices: Prices): ShownPrice {
  const whole = shownPrice(wholeCents, prices)
  const part = shownPrice(partCents, prices)
  return {
    first: { ...whole.first, cents: whole.first.cents - part.first.cents },
    beside: whole.beside && part.beside && { ...whole.beside, cents: whole.beside.cents - part.beside.cents },
  }
}

/** The used part of a cost ceiling, in the ceiling's own basis. */
export function usedCents(netCents: number, basis: PriceBasis, prices: Pick<Prices, 'vatRate'>): number {
  return basis === 'gross' ? grossCents(netCents, prices) : netCents
}

/** How far a cost ceiling is used; a ticket that costs nothing yet has used nothing, even of a ceiling of 0. */
export type CeilingState = 'left' | 'near' | 'reached' | 'exceeded'

/** From this share of the ceiling the portal warns, in percent. */
const nearPercent = 80

/** The state of a ceiling, for screens and mails alike: amounts in cents, both in the ceiling's own basis. */
export function ceilingState(used: number, ceiling: number): CeilingState {
  if (used === 0) return 'left'
  if (used >= ceiling) return used > ceiling ? 'exceeded' : 'reached'
  return used * 100 >= ceiling * nearPercent ? 'near' : 'left'
}
