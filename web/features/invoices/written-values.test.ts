import { describe, expect, it } from 'vitest'
import type { InvoiceLineInput } from '#contract/invoice-lines.ts'
import { lineAmountText } from './line-amount-text.ts'
import { liveSumsOf, netCentsOf } from './written-values.ts'

const line: InvoiceLineInput = {
  text: 'Beratung',
  description: '',
  quantity: 1.5,
  unit: 'hour',
  unitPrice: 95,
  vatCase: 'standard',
}

describe('the live sums of a draft', () => {
  it('add up lines by their VAT case', () => {
    const sums = liveSumsOf([line, { ...line, quantity: 1, unitPrice: 100, vatCase: 'reduced' }])
    expect(sums).toMatchObject({ netCents: 24_250, taxCents: 2_708 + 700, grossCents: 24_250 + 3_408 })
    expect(sums).toMatchObject({ undecidedCount: 0, isComplete: true })
  })

  it('count a line without a VAT case as net only', () => {
    const sums = liveSumsOf([line, { ...line, vatCase: null }])
    expect(sums).toMatchObject({ netCents: 28_500, taxCents: 2_708, grossCents: 31_208, undecidedCount: 1 })
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('leave out a line whose price is %s', unitPrice => {
    expect(netCentsOf({ ...line, unitPrice })).toBeNull()
    expect(liveSumsOf([line, { ...line, unitPrice }])).toMatchObject({ netCents: 14_250, isComplete: false })
  })

  it('subtract a reduction', () => {
    expect(liveSumsOf([line, { ...line, quantity: -0.5 }]).netCents).toBe(9_500)
  })
})

it.each([
  [line, '1,5\u00a0Std. × 95,00\u00a0€'],
  [{ ...line, unit: 'lumpSum', quantity: 1 }, 'pauschal'],
  [{ ...line, unit: 'lumpSum', quantity: 2 }, '2\u00a0pauschal × 95,00\u00a0€'],
] as const)('the amount of a line reads as %#', (amount, text) => {
  expect(lineAmountText(amount)).toBe(text)
})
