/** The period that another one is compared with. */
import { dayAfter, type EnergyRange, midnightOf, neighbourOf, rangeAround } from './energy-range.ts'

export const comparisons = ['before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

const slotMs = 900_000

/**
 * The previous period, or the same one of the previous year; for weeks the one 52 weeks before. A period in progress is
 * compared only with the same part of the other. null for all years.
 */
export function comparedRange(
  range: EnergyRange,
  comparison: Comparison,
  { today, nowMs }: { today: string; nowMs: number },
): EnergyRange | null {
  if (range.kind === 'total') return null
  const other = comparison === 'before' ? neighbourOf(range, -1) : rangeAround(yearBefore(range), range.kind)
  if (today < range.from || today >= range.to) return other
  if (range.kind === 'day') {
    const passed = nowMs - midnightOf(range.from)
    const to = midnightOf(other.from) + passed - (passed % slotMs)
    return passed < slotMs ? null : { ...other, to: new Date(to).toISOString() }
  }
  const days = (Date.parse(today) - Date.parse(range.from)) / 86_400_000 + 1
  const [to = other.to] = [dayAfter(other.from, days), other.to].toSorted()
  return { ...other, to }
}

function yearBefore({ kind, from }: EnergyRange): string {
  if (kind === 'week') return dayAfter(from, -364)
  const before = `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`
  // The year before a leap year does not have this day.
  return before.endsWith('-02-29') ? before.replace('29', '28') : before
}
