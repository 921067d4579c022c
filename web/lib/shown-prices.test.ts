import { describe, expect, it } from 'vitest'
import { shownPrices } from './shown-prices.ts'

const forPrivate = shownPrices({ first: 'gross', vatRate: 19 })
const forBusiness = shownPrices({ first: 'net', vatRate: 19 })
const withoutTax = shownPrices({ first: 'gross', vatRate: null })

/** Spaces that do not break are as good as others here. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

describe('amounts before somebody', () => {
  it('are gross first with net beside for private customers', () => {
    expect(plain(forPrivate.told(100, 'net'))).toBe('119,00 € brutto (100,00 € netto)')
    expect(plain(forPrivate.told(119, 'gross'))).toBe('119,00 € brutto')
    expect(forPrivate.workFigure('Summe', 100)).toEqual({ label: 'Summe (brutto)', value: '119,00\u00a0€' })
    const { first, netBeside } = forPrivate.hoursAtRate(1.5, 92)
    expect([plain(first), plain(netBeside)]).toEqual(['1,50 × 109,48 €', '1,50 × 92,00 € netto'])
  })

  it('are net first for businesses', () => {
    expect(plain(forBusiness.told(100, 'net'))).toBe('100,00 € netto')
    expect(plain(forBusiness.both(100))).toBe('100,00 € netto (119,00 € brutto)')
    expect(forBusiness.workFigure('Summe', 100)).toEqual({ label: 'Summe (netto)', value: '100,00\u00a0€' })
    const { first, netBeside } = forBusiness.hoursAtRate(1.5, 92)
    expect([plain(first), netBeside]).toEqual(['1,50 × 92,00 €', null])
  })

  it('have no name where no tax is charged', () => {
    expect(plain(withoutTax.told(100, 'net'))).toBe('100,00 €')
    expect(withoutTax.figure('Summe', 100, 'gross')).toEqual({ label: 'Summe', value: '100,00\u00a0€' })
    expect(withoutTax.hoursAtRate(1, 92).netBeside).toBeNull()
  })
})
