import { expect, test } from 'vitest'
import { neighbourOf, rangeAround } from './energy-range.ts'

test.each([
  ['2026-11-23', 'hour', '2026-11-23', '2026-11-24'],
  ['2026-12-31', 'hour', '2026-12-31', '2027-01-01'],
  ['2026-12-05', 'day', '2026-12-01', '2027-01-01'],
  ['2026-06-15', 'month', '2026-01-01', '2027-01-01'],
  ['2026-06-15', 'year', '2000-01-01', '2027-01-01'],
] as const)('%s by %s is from %s until before %s', (day, step, from, to) => {
  expect(rangeAround(day, step)).toEqual({ from, to, step })
})

test.each([
  ['2026-03-01', 'hour', -1, '2026-02-28'],
  ['2026-10-25', 'hour', 1, '2026-10-26'],
  ['2026-01-31', 'day', -1, '2025-12-01'],
  ['2026-01-31', 'day', 1, '2026-02-01'],
  ['2026-01-31', 'month', -1, '2025-01-01'],
] as const)('next to %s by %s (%i) is %s', (day, step, by, expected) => {
  expect(neighbourOf(rangeAround(day, step), by)).toBe(expected)
})
