import { berlinDate, formatDate, formatLongMonth, formatTime } from '#web/lib/format/format.ts'
import type { RangeStep } from './energy-range.ts'

/** The name of a step by its start: a time of day, a day, a month or a year of Berlin. */
export function stepName(startsAt: string, step: RangeStep): string {
  const day = berlinDate(new Date(startsAt))
  switch (step) {
    case 'hour':
      return formatTime(startsAt)
    case 'day':
      return formatDate(day)
    case 'month':
      return formatLongMonth(day.slice(0, 7))
    case 'year':
      return day.slice(0, 4)
  }
}
