/** Names of quarter-hours and days of Europe/Berlin. */
import { formatShortDay, formatTime } from '#web/lib/format/format.ts'

/** `Mi., 25.11., 14:15 Uhr`. */
export function quarterName(startsAt: string): string {
  return `${formatShortDay(startsAt)}, ${formatTime(startsAt)}\u00a0Uhr`
}

/** The index of the quarter-hour of an instant; the nearest one if it is outside. */
export function indexAt(starts: readonly string[], now: number): number {
  const index = starts.findLastIndex(start => Date.parse(start) <= now)
  return Math.max(0, index)
}
