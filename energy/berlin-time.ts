/**
 * Wall-clock time in Europe/Berlin by the rule of Directive 2000/84/EC: summer time from the last Sunday of March to the
 * last Sunday of October, changes at 01:00 UTC. Arithmetic alone, so that every machine computes the same.
 */

/** `day` counts local calendar days; `minute` is the minute of that day, 0 to 1439; `month` is 1 to 12. */
export type BerlinTime = { day: number; minute: number; month: number }

const minuteMs = 60_000
const dayMinutes = 1440

/** @param instant milliseconds since 1970 */
export function berlinTime(instant: number): BerlinTime {
  const local = Math.floor(instant / minuteMs) + (isSummer(instant) ? 120 : 60)
  const day = Math.floor(local / dayMinutes)
  return { day, minute: local - day * dayMinutes, month: new Date(local * minuteMs).getUTCMonth() + 1 }
}

function isSummer(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear()
  return instant >= changeIn(year, 2) && instant < changeIn(year, 9)
}

/** The change on the last Sunday of a month with 31 days; months count from 0. */
function changeIn(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1)
  return last - new Date(last).getUTCDay() * dayMinutes * minuteMs
}
