import { berlinDate, formatDate, formatLongMonth, formatTime } from '#web/lib/format/format.ts'
import type { RangeStep } from './energy-range.ts'

/** The name of a step by its start: a time of day, a day, a month or a year of Berlin. */
export function stepName(startsAt: string, step: RangeStep): string {
  const day = berlinDate(new Date(startsAt))
  switch (step) {
    case 'slot':
      return timeName(startsAt)
    case 'day':
      return formatDate(day)
    case 'month':
      return formatLongMonth(day.slice(0, 7))
    case 'year':
      return day.slice(0, 4)
  }
}

/** In autumn an hour occurs twice: `02:15 A` and `02:15 B`. */
export function timeName(instant: string): string {
  const time = formatTime(instant)
  const isAt = (distanceMs: number) => formatTime(new Date(Date.parse(instant) + distanceMs).toISOString()) === time
  if (isAt(hourMs)) return `${time}\u00a0A`
  return isAt(-hourMs) ? `${time}\u00a0B` : time
}

/** The end of a span within a day: midnight is `24:00`. */
export function endName(instant: string): string {
  return formatTime(instant) === '00:00' ? '24:00' : timeName(instant)
}

const hourMs = 3_600_000
