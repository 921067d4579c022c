import { expect, it } from 'vitest'
import { daysAfter } from './days-after.ts'

it('counts days of the calendar, over months, leap days and the nights in which clocks are changed', () => {
  expect(daysAfter('2026-11-20', 14)).toBe('2026-12-04')
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysAfter('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysAfter('2026-10-24', 2)).toBe('2026-10-26')
  expect(daysAfter('2026-12-31', 0)).toBe('2026-12-31')
})

it('has no answer for what is no date', () => {
  expect([daysAfter('', 14), daysAfter('2026-13-01', 1)]).toEqual(['', ''])
})
