import { expect, it } from 'vitest'
import { isEuReverse, vatCases, vatRules } from './vat-cases.ts'

it('a customer needs a VAT id where the tax is owed by them, and nowhere else', () => {
  expect(vatCases.filter(vatCase => vatRules[vatCase].needsBuyerVatId)).toEqual(['domesticReverse', 'euReverse'])
})

it('every case without tax states the reason in the words of the law', () => {
  const notes = vatCases.map(vatCase => [vatCase, vatRules[vatCase].note])
  expect(Object.fromEntries(notes)).toEqual({
    standard: null,
    reduced: null,
    photovoltaics: expect.stringContaining('§ 12 Abs. 3 UStG'),
    domesticReverse: expect.stringContaining('Steuerschuldnerschaft des Leistungsempfängers'),
    euReverse: expect.stringContaining('Steuerschuldnerschaft des Leistungsempfängers'),
    smallBusiness: expect.stringContaining('§ 19 UStG'),
  })
})

it.each([
  ['DE', 'PL', true],
  ['DE', 'GR', true],
  ['AT', 'DE', true],
  ['DE', 'DE', false],
  ['DE', 'CH', false],
  ['CH', 'DE', false],
  ['DE', '', false],
])('article 196 holds from %s to %s: %s', (seller, buyer, holds) => {
  expect(isEuReverse(seller, buyer)).toBe(holds)
})
