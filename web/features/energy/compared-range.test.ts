import { expect, test } from 'vitest'
import { comparedRange } from './compared-range.ts'
import { rangeAround } from './energy-range.ts'

const now = { today: '2026-11-25', nowMs: Date.parse('2026-11-25T13:20:00Z') }

test.each([
  ['2026-11-20', 'day', 'before', '2026-11-19', '2026-11-20'],
  ['2026-11-20', 'day', 'year', '2025-11-20', '2025-11-21'],
  ['2024-02-29', 'day', 'year', '2023-02-28', '2023-03-01'],
  ['2026-11-20', 'week', 'year', '2025-11-17', '2025-11-24'],
  ['2026-10-20', 'month', 'before', '2026-09-01', '2026-10-01'],
  ['2025-10-20', 'year', 'before', '2024-01-01', '2025-01-01'],
] as const)('%s by %s is compared with (%s) %s until before %s', (day, kind, comparison, from, to) => {
  expect(comparedRange(rangeAround(day, kind), comparison, now)).toMatchObject({ from, to })
})

test('a period in progress is compared only with the same part of the other', () => {
  const other = (kind: 'day' | 'week' | 'month') => comparedRange(rangeAround(now.today, kind), 'before', now)
  // 14:15 in Berlin.
  expect(other('day')).toMatchObject({ from: '2026-11-24', to: '2026-11-24T13:15:00.000Z' })
  expect(other('week')).toMatchObject({ from: '2026-11-16', to: '2026-11-19' })
  expect(other('month')).toMatchObject({ from: '2026-10-01', to: '2026-10-26' })
})

test('all years have no period to compare with', () => {
  expect(comparedRange(rangeAround(now.today, 'total'), 'before', now)).toBeNull()
})
