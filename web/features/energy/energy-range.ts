/** The shown stretch of time: a day by hours, a month by days, a year by months, or all years. Dates are of Berlin. */
import { formatLongDate, formatLongMonth } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

export const rangeSteps = ['hour', 'day', 'month', 'year'] as const
export type RangeStep = (typeof rangeSteps)[number]

/** `YYYY-MM-DD`, `to` exclusive. */
export type EnergyRange = { from: string; to: string; step: RangeStep }

/** Nothing was measured before. */
const firstYear = 2000

/** The stretch around a day. */
export function rangeAround(day: string, step: RangeStep): EnergyRange {
  const [year = 0, month = 0] = day.split('-').map(Number)
  switch (step) {
    case 'hour':
      return { from: day, to: shifted(day, 1), step }
    case 'day':
      return { from: dateOf(year, month, 1), to: dateOf(year, month + 1, 1), step }
    case 'month':
      return { from: dateOf(year, 1, 1), to: dateOf(year + 1, 1, 1), step }
    case 'year':
      return { from: dateOf(firstYear, 1, 1), to: dateOf(year + 1, 1, 1), step }
  }
}

/** A day of the stretch before or after. */
export function neighbourOf({ from, step }: EnergyRange, by: -1 | 1): string {
  const [year = 0, month = 0] = from.split('-').map(Number)
  switch (step) {
    case 'hour':
      return shifted(from, by)
    case 'day':
      return dateOf(year, month + by, 1)
    case 'month':
      return dateOf(year + by, 1, 1)
    case 'year':
      return from
  }
}

export function rangeName({ from, step }: EnergyRange): string {
  switch (step) {
    case 'hour':
      return formatLongDate(from)
    case 'day':
      return formatLongMonth(from.slice(0, 7))
    case 'month':
      return from.slice(0, 4)
    case 'year':
      return energySiteTexts.history.steps.year
  }
}

/** Days from a calendar date on. */
function shifted(day: string, days: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return dateOf(year, month, date + days)
}

/** Months and days beyond their ends carry over. */
function dateOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
