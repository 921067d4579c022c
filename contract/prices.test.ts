import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customerKinds } from './lists.ts'
import {
  ceilingState,
  firstBasis,
  grossCents,
  priceBases,
  pricesFor,
  shownPrice,
  shownRest,
  taxCents,
  usedCents,
} from './prices.ts'

const taxed = { isSmallBusiness: false }
const small = { isSmallBusiness: true }
const cents = fc.integer({ min: 0, max: 100_000_000_00 })
const viewer = fc.constantFrom(...customerKinds, 'admin' as const)

describe('the main amount', () => {
  it('is gross for private customers and net for everybody else', () => {
    expect([...customerKinds, 'admin' as const].map(kind => [kind, firstBasis(kind)])).toEqual([
      ['private', 'gross'],
      ['business', 'net'],
      ['public', 'net'],
      ['admin', 'net'],
    ])
  })

  it.each([
    ['private', taxed, { first: { basis: 'gross', cents: 11_900 }, beside: { basis: 'net', cents: 10_000 } }],
    ['business', taxed, { first: { basis: 'net', cents: 10_000 }, beside: { basis: 'gross', cents: 11_900 } }],
    ['private', small, { first: { basis: null, cents: 10_000 }, beside: null }],
    ['business', small, { first: { basis: null, cents: 10_000 }, beside: null }],
  ] as const)('for 100 € net before a %s customer of %j', (kind, business, shown) => {
    expect(shownPrice(10_000, pricesFor(kind, business))).toEqual(shown)
  })
})

describe('gross', () => {
  it('is net plus the tax of an invoice, half a cent rounded up', () => {
    expect([17_875, 50, 49, 1_250].map(net => taxCents(net, 19))).toEqual([3_396, 10, 9, 238])
    expect([taxCents(50, 1), taxCents(49, 1), taxCents(1_250, 7)]).toEqual([1, 0, 88])
  })

  it('is whole cents, never below net, and grows with it', () => {
    fc.assert(
      fc.property(cents, cents, viewer, fc.boolean(), (one, other, kind, isSmallBusiness) => {
        const prices = pricesFor(kind, { isSmallBusiness })
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(Number.isSafeInteger(grossCents(low, prices))).toBe(true)
        expect(grossCents(low, prices)).toBeGreaterThanOrEqual(low)
        expect(grossCents(low, prices)).toBeLessThanOrEqual(grossCents(high, prices))
        expect(usedCents(low, 'net', prices)).toBe(low)
      }),
    )
  })

  it('of a part and of the rest add up to the gross of the whole, as their net amounts do', () => {
    fc.assert(
      fc.property(cents, cents, viewer, fc.boolean(), (one, other, kind, isSmallBusiness) => {
        const prices = pricesFor(kind, { isSmallBusiness })
        const [part, whole] = [Math.min(one, other), Math.max(one, other)]
        const shown = [shownPrice(part, prices), shownRest(whole, part, prices)]
        const added = (of: 'first' | 'beside') => shown.reduce((sum, price) => sum + (price[of]?.cents ?? 0), 0)
        expect(added('first')).toBe(shownPrice(whole, prices).first.cents)
        expect(added('beside')).toBe(shownPrice(whole, prices).beside?.cents ?? 0)
        expect(shown.map(price => price.first.basis)).toEqual(Array(2).fill(shownPrice(whole, prices).first.basis))
      }),
    )
  })

  it('is the displayed used part of a ceiling, before and after the customer becomes a business or a private person', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom(...priceBases), viewer, fc.boolean(), (net, basis, kind, isSmallBusiness) => {
        const prices = pricesFor(kind, { isSmallBusiness })
        const { first, beside } = shownPrice(net, prices)
        // The total on the same page, in the ceiling's basis: first or beside, to the cent.
        const total = [first, beside].find(price => price?.basis === basis) ?? first
        expect(usedCents(net, basis, prices)).toBe(total.cents)
      }),
    )
  })

  it('and net are the same two amounts for all readers', () => {
    fc.assert(
      fc.property(cents, net => {
        const of = (kind: 'private' | 'business') => shownPrice(net, pricesFor(kind, taxed))
        expect(of('private').first).toEqual(of('business').beside)
        expect(of('private').beside).toEqual(of('business').first)
      }),
    )
  })
})

describe('a cost ceiling', () => {
  it('warns from 80 percent in whole cents: the state in mails and on all screens', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 0, max: 2_000_000 }), (used, ceiling) => {
        const state = ceilingState(used, ceiling)
        expect(state === 'exceeded').toBe(used > ceiling)
        expect(state === 'reached').toBe(used === ceiling)
        expect(state === 'near').toBe(used < ceiling && 5 * used >= 4 * ceiling)
      }),
    )
    // 0.8 × 10.05 € is a little more than 8.04 € in floating point.
    expect(ceilingState(804, 1_005)).toBe('near')
    expect(ceilingState(0, 0)).toBe('left')
  })
})
