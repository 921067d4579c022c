/** The days of a month on its report, including those without values. */
import type { EnergyResult } from '#contract/energy-history.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { dayAfter, type EnergyRange } from './energy-range.ts'
import { stepRows } from './energy-steps.ts'

/** `result` null: unknown. */
export type ReportDay = { day: string; name: string; result: EnergyResult | null }

/** Consecutive days, both inclusive, with the same measured share; 0: not measured at all. */
export type ReportGap = { from: string; to: string; share: number }

/** Below this share of its time a day is a gap. */
const gapShare = 0.5

/** The days of a month up to today, in order. */
export function reportDays(range: EnergyRange, results: readonly EnergyResult[], today = berlinDate()): ReportDay[] {
  return stepRows(range, results, today).filter(({ state }) => state !== 'later')
}

/** Days measured for less than half of their time; consecutive ones without any value are joined. */
export function reportGaps(days: readonly ReportDay[]): ReportGap[] {
  const gaps: ReportGap[] = []
  for (const { day, result } of days) {
    const share = result?.coverage ?? 0
    if (share >= gapShare) continue
    const last = gaps.at(-1)
    if (last && share === 0 && last.share === 0 && dayAfter(last.to, 1) === day) last.to = day
    else gaps.push({ from: day, to: day, share })
  }
  return gaps
}
