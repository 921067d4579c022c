/** The departures of a storage's schedule, in Europe/Berlin time. Pure. */
import type { EnergyStorageInput } from '#contract/energy-storages.ts'
import { calendarDate, dayMs, timeOfDay } from '#server/clock.ts'
import { dateAfter } from './energy-bill.rules.ts'

export type Departure = { readonly at: number; readonly levelPercent: number }

/** After `from`, up to and including `to`, in order. */
export function departuresOf(
  { departures }: Pick<EnergyStorageInput['schedule'], 'departures'>,
  from: number,
  to: number,
): Departure[] {
  const today = calendarDate(new Date(from))
  const days = Array.from({ length: Math.ceil((to - from) / dayMs) + 1 }, (_, day) => dateAfter(today, day))
  return days
    .flatMap(date => {
      const weekday = ((new Date(date).getUTCDay() + 6) % 7) + 1
      return departures
        .filter(({ weekdays }) => weekdays.includes(weekday))
        .map(({ time, levelPercent }) => ({ at: berlinInstant(date, time), levelPercent }))
    })
    .filter(({ at }) => at > from && at <= to)
    .toSorted((one, other) => one.at - other.at)
}

/** The instant of a time of day; within the hour that is skipped in spring, an hour later. */
function berlinInstant(date: string, time: string): number {
  const summer = Date.parse(`${date}T${time}:00+02:00`)
  const isSummer = timeOfDay(new Date(summer)) === time && calendarDate(new Date(summer)) === date
  return isSummer ? summer : Date.parse(`${date}T${time}:00+01:00`)
}
