/** The only place that reads the current time. Tests pass their own clock. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

const berlinDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' })

let lastInstant = { ms: Number.NaN, text: '' }

/** The instant as stored and sent: ISO 8601, UTC, milliseconds. A call asks several times within one millisecond. */
export function instantText(at: Date): string {
  const ms = at.getTime()
  if (ms !== lastInstant.ms) lastInstant = { ms, text: at.toISOString() }
  return lastInstant.text
}

let lastHour = { number: Number.NaN, date: '' }

/** The calendar date in Europe/Berlin, `YYYY-MM-DD`. It changes only at full hours, and Intl takes 8 µs for it. */
export function calendarDate(at: Date): string {
  const number = Math.floor(at.getTime() / hourMs)
  if (number !== lastHour.number) lastHour = { number, date: berlinDate.format(at) }
  return lastHour.date
}

const berlinDateTime = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** An instant as mails print it: `10. März 2026 um 10:00 Uhr`, Europe/Berlin. */
export function dateTimeText(at: Date): string {
  return `${berlinDateTime.format(at)} Uhr`
}

const berlinHour = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' })

/** The hour of the day in Europe/Berlin, 0 to 23. */
export function hourOfDay(at: Date): number {
  return Number(berlinHour.format(at))
}

const berlinTimeOfDay = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
})

/** The time of day in Europe/Berlin, `07:15`. */
export function timeOfDay(at: Date): string {
  return berlinTimeOfDay.format(at)
}

/**
 * The next instant after `now` at this full hour in Europe/Berlin. Not for hours that daylight saving time skips or
 * repeats.
 */
export function nextBerlinHour(now: Date, hour: number): Date {
  for (let at = plusMs(now, hourMs - (now.getTime() % hourMs)); ; at = plusMs(at, hourMs)) {
    if (hourOfDay(at) === hour) return at
  }
}

/** The instant at which a calendar date (`YYYY-MM-DD`) begins in Europe/Berlin. */
export function startOfBerlinDay(date: string): Date {
  return nextBerlinHour(plusMs(new Date(`${date}T00:00:00.000Z`), -3 * hourMs), 0)
}

/**
 * A row from the future was written while the clock was ahead. Its times in the future are unreliable and are treated
 * as reached. Clocks of several instances differ by less.
 */
export function latestCredible(now: Date): Date {
  return plusMs(now, 5 * minuteMs)
}

export function plusMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/** Milliseconds from one stored instant to another. */
export function elapsedMs(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from)
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
