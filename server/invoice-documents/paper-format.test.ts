import { expect, test } from 'vitest'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'
import {
  printedEuros,
  printedIban,
  printedPeriod,
  printedQuantity,
  printedRate,
  printedUnitPrice,
  printedWebsite,
} from './paper-format.ts'
import { giroCodeOf } from './printed-giro-code.ts'

test.each([
  [printedEuros(0), '0,00 €'],
  [printedEuros(1), '0,01 €'],
  [printedEuros(-3863), '−38,63 €'],
  [printedEuros(123_456_789), '1.234.567,89 €'],
  [printedEuros(100_000), '1.000,00 €'],
  [printedUnitPrice(950_000), '95,00 €'],
  [printedUnitPrice(3055), '0,3055 €'],
  [printedUnitPrice(12_345_670), '1.234,567 €'],
  [printedQuantity(1_750, 2), '1,75'],
  [printedQuantity(2_000, 2), '2,00'],
  [printedQuantity(2_000, 0), '2'],
  [printedQuantity(-125, 0), '−0,125'],
  [printedRate(1900), '19 %'],
  [printedRate(550), '5,5 %'],
  [printedIban('DE02 1203 0000 0000 2020 51'), 'DE02 1203 0000 0000 2020 51'],
  [printedPeriod('2026-10-01', '2026-10-31'), '01.10. – 31.10.2026'],
  [printedPeriod('2026-12-20', '2027-01-10'), '20.12.2026 – 10.01.2027'],
  [printedPeriod('2026-10-14', '2026-10-14'), '14.10.2026'],
  [printedWebsite('https://lumen-technik.example/'), 'lumen-technik.example'],
])('%s is printed as %s', (printed, expected) => {
  expect(printed.replaceAll('\u00a0', ' ')).toBe(expected)
})

test.each([
  ['nothing to pay', { grossCents: 0 }],
  ['a credit', { grossCents: -1 }],
  ['more than a transfer can carry', { grossCents: 100_000_000_000 }],
  ['a draft', { number: null }],
  ['a cancellation', { kind: 'cancellation' as const }],
])('there is no GiroCode for %s', (_, changed) => {
  expect(giroCodeOf({ ...invoiceSamples.standard, ...changed })).toBeNull()
})

test('a GiroCode has the account holder in 70 characters and the amount in cents', () => {
  const { standard } = invoiceSamples
  const seller = { ...standard.seller, accountHolder: 'Ä'.repeat(90), bic: '' }
  const lines = giroCodeOf({ ...standard, seller, grossCents: 1 })?.split('\n')
  expect(lines?.slice(4, 8)).toEqual(['', 'Ä'.repeat(70), 'DE02120300000000202051', 'EUR0.01'])
  const largest = giroCodeOf({ ...standard, grossCents: 99_999_999_999 })
  expect(largest).toContain('EUR999999999.99')
})
