/** Names of quarter-hours and days of Europe/Berlin. */
import { berlinDate, formatTime } from '#web/lib/format/format.ts'

const weekday = new Intl.DateTimeFormat('de-DE', {
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
  timeZone: 'UTC',
})

/** `Mi., 25.11.` of a date. */
export function dayName(date: string): string {
  return weekday.format(Date.parse(date))
}

/** `Mi., 25.11., 14:15 Uhr`. */
export function quarterName(startsAt: string): string {
  return `${dayName(berlinDate(new Date(startsAt)))}, ${formatTime(startsAt)}\u00a0Uhr`
}

/** The place of the quarter-hour of an instant; the nearest one where it lies outside. */
export function indexAt(starts: readonly string[], now: number): number {
  const index = starts.findLastIndex(start => Date.parse(start) <= now)
  return Math.max(0, index)
}
