/** The stretch of time that another one is compared with. */
import { dayAfter, type EnergyRange, midnightOf, neighbourOf, rangeAround } from './energy-range.ts'

export const comparisons = ['before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

const slotMs = 900_000

/**
 * The stretch before, or the same of the year before; of weeks the one 52 weeks before. While the shown one lasts, only
 * as much of the other is compared. null for all years.
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
  // The year before a leap year has no such day.
  return before.endsWith('-02-29') ? before.replace('29', '28') : before
}
