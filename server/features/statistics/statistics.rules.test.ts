import { expect, test } from 'vitest'
import { lastTwelveMonths } from './statistics.rules.ts'

test.each([
  ['2026-03-02', '2025-04', '2026-03'],
  ['2026-12-31', '2026-01', '2026-12'],
  ['2026-01-01', '2025-02', '2026-01'],
])('the twelve months up to %s are %s to %s', (date, first, last) => {
  const months = lastTwelveMonths(date)
  expect([months.length, months[0], months.at(-1)]).toEqual([12, first, last])
  expect(months).toEqual(months.toSorted())
  expect(new Set(months.map(month => Number(month.slice(5)))).size).toBe(12)
})
