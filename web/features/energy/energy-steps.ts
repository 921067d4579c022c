/** The steps of a period, including those without values. */
import type { EnergyGap } from '#contract/energy-gaps.ts'
import type { EnergyHistory, EnergyResult } from '#contract/energy-history.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { dayAfter, type EnergyRange, midnightOf, type RangeStep, rangeAround } from './energy-range.ts'
import type { StepBar } from './step-bars.tsx'
import { stepName } from './step-name.ts'

export type EnergyStepRow = {
  /** Its first day. */
  day: string
  name: string
  /** null: unknown. */
  result: EnergyResult | null
  state: StepBar['state']
}

/** Below this share of its time, a quarter-hour is a gap, and a longer step is shown as incomplete. */
export const coverageMin = 0.5

/** Days, months or years in order; of all years those between the first and the last with a value. */
export function stepRows(range: EnergyRange, results: readonly EnergyResult[], today: string): EnergyStepRow[] {
  const found = new Map(results.map(result => [berlinDate(new Date(result.startsAt)), result]))
  return firstDays(range, [...found.keys()]).map(day => {
    const result = found.get(day) ?? null
    return { day, name: stepName(startOf(day), range.step), result, state: stateOf(result, day > today) }
  })
}

/**
 * The share of the time that is measured; of all years, from the first value on.
 * @param firstGaps those of the first year with a value
 */
export function coverageOf(
  { kind, step }: EnergyRange,
  { results, sums }: EnergyHistory,
  nowMs: number,
  firstGaps: readonly EnergyGap[],
): number {
  const [first, last] = [results[0], results.at(-1)]
  if (kind !== 'total' || first === undefined || last === undefined) return sums.coverage
  const lengthOf = ({ startsAt }: EnergyResult) =>
    Math.min(endOfStep(berlinDate(new Date(startsAt)), step), nowMs) - Date.parse(startsAt)
  const covered = results.reduce((sum, result) => sum + result.coverage * lengthOf(result), 0)
  const whole = Date.parse(last.startsAt) + lengthOf(last) - firstValueAt(first.startsAt, firstGaps)
  // A quarter-hour measured for less than half of its time is a gap with values.
  return whole > 0 ? Math.min(1, covered / whole) : sums.coverage
}

/** The end of the gaps at the beginning of a step. */
function firstValueAt(startsAt: string, gaps: readonly EnergyGap[]): number {
  let at = Date.parse(startsAt)
  for (const { from, to } of gaps) {
    if (Date.parse(from) > at) break
    at = Math.max(at, Date.parse(to))
  }
  return at
}

export function startOfStep(day: string): number {
  return midnightOf(day)
}

export function endOfStep(day: string, step: RangeStep): number {
  if (step === 'day') return midnightOf(dayAfter(day, 1))
  return midnightOf(rangeAround(day, step === 'month' ? 'month' : 'year').to)
}

function stateOf(result: EnergyResult | null, isLater: boolean): StepBar['state'] {
  if (result !== null) return result.coverage < coverageMin ? 'partial' : 'measured'
  return isLater ? 'later' : 'gap'
}

function firstDays({ step, from, to }: EnergyRange, known: readonly string[]): string[] {
  const years = known.map(day => Number(day.slice(0, 4)))
  switch (step) {
    case 'year':
      return years.length === 0
        ? []
        : Array.from(
            { length: Math.max(...years) - Math.min(...years) + 1 },
            (_, index) => `${Math.min(...years) + index}-01-01`,
          )
    case 'month':
      return Array.from({ length: 12 }, (_, month) => `${from.slice(0, 4)}-${String(month + 1).padStart(2, '0')}-01`)
    default: {
      const days: string[] = []
      for (let day = from; day < to; day = dayAfter(day, 1)) days.push(day)
      return days
    }
  }
}

function startOf(day: string): string {
  return new Date(midnightOf(day)).toISOString()
}
