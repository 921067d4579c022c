import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customerKinds } from '#contract/lists.ts'
import { priceBases, pricesFor, usedCents } from '#contract/prices.ts'
import { shownPrices } from './shown-prices.ts'

const forPrivate = shownPrices({ first: 'gross', vatRate: 19 })
const forBusiness = shownPrices({ first: 'net', vatRate: 19 })
const withoutTax = shownPrices({ first: 'gross', vatRate: null })

/** Normalizes non-breaking spaces. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

describe('displayed amounts', () => {
  it('are gross first with net next to it for private customers', () => {
    expect(plain(forPrivate.forReader(100, 'net'))).toBe('119,00 € brutto (100,00 € netto)')
    expect(plain(forPrivate.forReader(119, 'gross'))).toBe('119,00 € brutto')
    expect(forPrivate.workFigure('Summe', 100)).toEqual({ label: 'Summe (brutto)', value: '119,00\u00a0€' })
    const { first, netBeside } = forPrivate.hoursAtRate(1.5, 92)
    expect([plain(first), plain(netBeside)]).toEqual(['1,50 × 109,48 €', '1,50 × 92,00 € netto'])
  })

  it('are net first for businesses', () => {
    expect(plain(forBusiness.forReader(100, 'net'))).toBe('100,00 € netto')
    expect(plain(forBusiness.both(100))).toBe('100,00 € netto (119,00 € brutto)')
    expect(forBusiness.workFigure('Summe', 100)).toEqual({ label: 'Summe (netto)', value: '100,00\u00a0€' })
    const { first, netBeside } = forBusiness.hoursAtRate(1.5, 92)
    expect([plain(first), netBeside]).toEqual(['1,50 × 92,00 €', null])
  })

  it('add up where a part and the rest are displayed together', () => {
    // Rounded singly they would be 25,29 and 354,03 of 379,31.
    const [whole, billed] = [318.75, 297.5]
    expect(plain(forPrivate.of(whole).first)).toBe('379,31 €')
    expect(plain(forPrivate.of(billed).first)).toBe('354,03 €')
    expect(plain(forPrivate.rest(whole, billed).first)).toBe('25,28 €')
    expect(plain(forBusiness.rest(whole, billed).first)).toBe('21,25 €')
  })

  it('are known not to add up when each is rounded on its own', () => {
    expect(forPrivate.addUp([21.25, 297.5])).toBe(false)
    expect(forPrivate.addUp([100, 200])).toBe(true)
    expect(forPrivate.addUp([])).toBe(true)
    for (const net of [forBusiness, withoutTax]) expect(net.addUp([21.25, 297.5])).toBe(true)
  })

  it('have no price basis where no tax is charged', () => {
    expect(plain(withoutTax.forReader(100, 'net'))).toBe('100,00 €')
    expect(withoutTax.figure('Summe', 100, 'gross')).toEqual({ label: 'Summe', value: '100,00\u00a0€' })
    expect(withoutTax.hoursAtRate(1, 92).netBeside).toBeNull()
  })
})

describe('a cost ceiling', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 })
  const viewer = fc.constantFrom(...customerKinds, 'admin' as const)

  it('adds up for every reader: used part and distance, in each displayed basis, also after a change of the kind', () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.constantFrom(...priceBases),
        viewer,
        fc.boolean(),
        (net, ceiling, basis, of, isSmall) => {
          const prices = shownPrices(pricesFor(of, { isSmallBusiness: isSmall }))
          const used = usedCents(net, basis, prices.prices)
          const amountsOf = (text: string) =>
            [...text.matchAll(/([\d.,]+)\u00a0€/g)].map(([, eur = '']) => Number(eur.replace(/\D/g, '')))
          const texts = [
            prices.forReader(used / 100, basis),
            prices.distanceForReader(used / 100, ceiling / 100, basis),
            prices.forReader(ceiling / 100, basis),
          ]
          const [part = [], distance = [], whole = []] = texts.map(amountsOf)
          const added = part.map((amount, index) => amount + (used > ceiling ? -1 : 1) * (distance[index] ?? 0))
          expect(added).toEqual(whole)
          expect(prices.forReader(used / 100, basis)).toContain(prices.forReaderFirst(used / 100, basis))
        },
      ),
    )
  })
})
