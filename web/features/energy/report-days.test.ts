import { expect, test } from 'vitest'
import type { EnergyResult } from '#contract/energy-history.ts'
import { midnightOf, rangeAround } from './energy-range.ts'
import { reportDays, reportGaps } from './report-days.ts'

const month = rangeAround('2026-03-15', 'month')

/** Only start and coverage are read. */
function measured(day: string, coverage: number): EnergyResult {
  return { startsAt: new Date(midnightOf(day)).toISOString(), coverage } as EnergyResult
}

test('a past month has all its days, including those without values and that of the clock change', () => {
  const days = reportDays(month, [measured('2026-03-29', 1)], '2026-04-20')
  expect(days).toHaveLength(31)
  expect(days.filter(({ result }) => result !== null).map(({ name }) => name)).toEqual(['29.03.2026'])
})

test('the current month has its days up to today', () => {
  expect(reportDays(month, [], '2026-03-02').map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02'])
})

test('gaps are days measured for less than half of their time; those without any value are one', () => {
  const results = [
    measured('2026-03-01', 1),
    measured('2026-03-02', 0.49),
    measured('2026-03-05', 0.5),
    measured('2026-03-07', 1),
  ]
  expect(reportGaps(reportDays(month, results, '2026-03-08'))).toEqual([
    { from: '2026-03-02', to: '2026-03-02', share: 0.49 },
    { from: '2026-03-03', to: '2026-03-04', share: 0 },
    { from: '2026-03-06', to: '2026-03-06', share: 0 },
    { from: '2026-03-08', to: '2026-03-08', share: 0 },
  ])
})
