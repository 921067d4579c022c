/** The end of an override. Times of day are those of Europe/Berlin. */
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { berlinDate, formatTime } from '#web/lib/format/format.ts'

const hourMs = 3_600_000

export const overrideEnds = ['hour', 'hours', 'evening', 'morning', 'day', 'days', 'week'] as const
export type OverrideEnd = (typeof overrideEnds)[number]

/** The instant of a choice. */
export function endOf(choice: OverrideEnd, now = new Date(nowMs())): Date {
  switch (choice) {
    case 'hour':
      return later(now, 1)
    case 'hours':
      return later(now, 4)
    case 'evening':
      return nextTime(18, now)
    case 'morning':
      return nextTime(7, now)
    case 'day':
      return later(now, 24)
    case 'days':
      return later(now, 3 * 24)
    case 'week':
      // A little less than the maximum, because the server's clock may be behind.
      return new Date(later(now, 7 * 24).getTime() - 60_000)
  }
}

function later(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * hourMs)
}

/** The next instant at which this hour of the day begins. */
export function nextTime(hour: number, now = new Date(nowMs())): Date {
  for (let ahead = 0; ; ahead += 1) {
    const date = berlinDate(later(now, ahead * 24))
    const at = berlinInstant(date, hour)
    if (at > now) return at
  }
}

/** The instant of a full hour of a day. */
export function berlinInstant(date: string, hour: number): Date {
  const time = String(hour).padStart(2, '0')
  const summer = new Date(`${date}T${time}:00:00+02:00`)
  return formatTime(summer.toISOString()).startsWith(time) ? summer : new Date(`${date}T${time}:00:00+01:00`)
}
