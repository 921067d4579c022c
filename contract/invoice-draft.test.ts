import { expect, it } from 'vitest'
import { daysAfter, newDraft } from './invoice-draft.ts'

it('counts calendar days, across months, leap days and clock changes', () => {
  expect(daysAfter('2026-11-20', 14)).toBe('2026-12-04')
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysAfter('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysAfter('2026-10-24', 2)).toBe('2026-10-26')
  expect(daysAfter('2026-12-31', 0)).toBe('2026-12-31')
})

it('has no answer for an invalid date', () => {
  expect([daysAfter('', 14), daysAfter('2026-13-01', 1)]).toEqual(['', ''])
})

const work = [
  { date: '2026-03-05', total: 0.1 },
  { date: '2026-02-27', total: 0.2 },
  { date: '2026-03-02', total: 100 },
]

it('proposes the sum of the work, its tax, its time, and when it is due', () => {
  expect(newDraft(work, { isSmallBusiness: false, paymentDays: 14 }, '2026-03-10')).toEqual({
    issueDate: '2026-03-10',
    dueDate: '2026-03-24',
    serviceFrom: '2026-02-27',
    serviceTo: '2026-03-05',
    net: 100.3,
    tax: [{ rate: 19, base: 100.3, amount: 19.06 }],
    gross: 119.36,
  })
})

it('proposes no tax for a small business, and nothing without work', () => {
  const small = newDraft(work, { isSmallBusiness: true, paymentDays: 7 }, '2026-03-10')
  expect([small.net, small.tax, small.gross]).toEqual([100.3, [], 100.3])
  const empty = newDraft([], { isSmallBusiness: false, paymentDays: 7 }, '2026-03-10')
  expect([empty.serviceFrom, empty.serviceTo, empty.net, empty.gross]).toEqual(['', '', 0, 0])
})
