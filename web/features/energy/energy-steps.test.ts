import { describe, expect, test } from 'vitest'
import type { EnergyGap } from '#contract/energy-gaps.ts'
import type { EnergyHistory, EnergyResult } from '#contract/energy-history.ts'
import { rangeAround } from './energy-range.ts'
import { coverageOf, stepRows } from './energy-steps.ts'

// Only the fields that the rows are made from.
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

describe('the measured share', () => {
  const results = [dayOf('2023-12-31T23:00:00.000Z', 0.5), dayOf('2025-12-31T23:00:00.000Z', 1)]
  const history = { results, sums: { coverage: 0.07 } } as EnergyHistory
  const now = Date.parse('2026-12-31T23:00:00.000Z')
  const gap = (from: string, to: string, reason: EnergyGap['reason']): EnergyGap => ({
    from,
    to,
    reason,
    channels: [],
    code: null,
  })

  test('of all years counts from their start when that is measured, of other periods is that of their sums', () => {
    // 183 days of 2024, none of 2025, 365 of 2026.
    const inside = [gap('2024-03-01T00:00:00.000Z', '2024-08-31T00:00:00.000Z', 'site_silent')]
    expect(coverageOf(rangeAround('2026-11-25', 'total'), history, now, inside)).toBeCloseTo(548 / 1_096, 5)
    expect(coverageOf(rangeAround('2026-11-25', 'year'), history, now, inside)).toBe(0.07)
  })

  test('of all years counts from the first value, not from the 1 January before it', () => {
    // The first value came 183 days after the beginning of 2024.
    const before = [
      gap('2023-12-31T23:00:00.000Z', '2024-05-01T10:00:00.000Z', 'before_first'),
      gap('2024-05-01T10:00:00.000Z', '2024-07-01T23:00:00.000Z', 'not_assigned'),
      gap('2024-09-01T00:00:00.000Z', '2024-09-01T06:00:00.000Z', 'site_silent'),
    ]
    expect(coverageOf(rangeAround('2026-11-25', 'total'), history, now, before)).toBeCloseTo(548 / 913, 5)
  })
})
