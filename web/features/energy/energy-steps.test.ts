import { expect, test } from 'vitest'
import type { EnergyHistory, EnergyResult } from '#contract/energy-history.ts'
import { rangeAround } from './energy-range.ts'
import { coverageOf, stepRows } from './energy-steps.ts'

// Only what the rows are made from.
const dayOf = (startsAt: string, coverage: number) => ({ startsAt, coverage }) as EnergyResult

test('a week has seven days: measured, mostly a gap, a gap, and still to come', () => {
  const results = [dayOf('2026-11-22T23:00:00.000Z', 1), dayOf('2026-11-23T23:00:00.000Z', 0.4)]
  const rows = stepRows(rangeAround('2026-11-25', 'week'), results, '2026-11-25')
  expect(rows.map(({ state }) => state)).toEqual(['measured', 'partial', 'gap', 'later', 'later', 'later', 'later'])
  expect(rows[0]?.name).toBe('23.11.2026')
})

test('all years reach from the first to the last with a value', () => {
  const results = [dayOf('2023-12-31T23:00:00.000Z', 1), dayOf('2025-12-31T23:00:00.000Z', 1)]
  const rows = stepRows(rangeAround('2026-11-25', 'total'), results, '2026-11-25')
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ['2024', 'measured'],
    ['2025', 'gap'],
    ['2026', 'measured'],
  ])
})

test('of all years the measured share counts from the first with a value, of others from their start', () => {
  const results = [dayOf('2023-12-31T23:00:00.000Z', 0.5), dayOf('2025-12-31T23:00:00.000Z', 1)]
  const history = { results, sums: { coverage: 0.07 } } as EnergyHistory
  const now = Date.parse('2026-12-31T23:00:00.000Z')
  // 183 days of 2024, none of 2025, 365 of 2026.
  expect(coverageOf(rangeAround('2026-11-25', 'total'), history, now)).toBeCloseTo(548 / 1_096, 5)
  expect(coverageOf(rangeAround('2026-11-25', 'year'), history, now)).toBe(0.07)
})
