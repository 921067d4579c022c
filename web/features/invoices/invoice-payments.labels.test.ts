import { expect, it } from 'vitest'
import { openText, partText } from './invoice-payments.labels.ts'

const tax = [{ rate: 19, base: 1204.26, amount: 228.81 }]

it('open and overpaid amounts are named gross, by the tax of the invoice', () => {
  expect(openText({ openTotal: 955.39, tax })).toBe('955,39\u00a0€\u00a0brutto offen')
  expect(openText({ openTotal: -10, tax })).toBe('10,00\u00a0€\u00a0brutto Guthaben')
  expect(openText({ openTotal: 955.39, tax: [] })).toBe('955,39\u00a0€ offen')
  expect(openText({ openTotal: 0, tax })).toBe('vollständig bezahlt')
})

it('a list names the open part of a partly paid invoice only', () => {
  const open = { paid: false, openTotal: 1433.07, tax }
  expect(partText({ ...open, paidTotal: 0 })).toBeNull()
  expect(partText({ ...open, paidTotal: 477.7, openTotal: 955.37 })).toBe('955,37\u00a0€\u00a0brutto offen')
})
