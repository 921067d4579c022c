/** The shown period: a day, a week, a month, a year, or all years. Dates are those of Berlin. */
import { berlinDate, formatDate, formatLongDate, formatLongMonth } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'

export const rangeKinds = ['day', 'week', 'month', 'year', 'total'] as const
export type RangeKind = (typeof rangeKinds)[number]

/** As in the call and in the address. */
export type RangeStep = 'slot' | 'day' | 'month' | 'year'

/** `YYYY-MM-DD`, `to` exclusive. */
export type EnergyRange = { kind: RangeKind; from: string; to: string; step: RangeStep }

/** As in the address. A week is days with an end. */
export type RangeAddress = { from?: string | undefined; to?: string | undefined; step?: RangeStep | undefined }

/** Nothing was measured earlier. */
const firstYear = 2000

/** The period around a day. */
export function rangeAround(day: string, kind: RangeKind): EnergyRange {
  const [year = 0, month = 0] = day.split('-').map(Number)
  switch (kind) {
    case 'day':
      return { kind, from: day, to: dayAfter(day, 1), step: 'slot' }
    case 'week': {
      const from = dayAfter(day, -weekdayOf(day))
      return { kind, from, to: dayAfter(from, 7), step: 'day' }
    }
    case 'month':
      return { kind, from: dateOf(year, month, 1), to: dateOf(year, month + 1, 1), step: 'day' }
    case 'year':
      return { kind, from: dateOf(year, 1, 1), to: dateOf(year + 1, 1, 1), step: 'month' }
    case 'total':
      return { kind, from: dateOf(firstYear, 1, 1), to: dateOf(year + 1, 1, 1), step: 'year' }
  }
}

/** The period of an address, today without one. */
export function rangeOf({ from = berlinDate(), to, step = 'slot' }: RangeAddress): EnergyRange {
  const isWeek = step === 'day' && to !== undefined && to > from && to <= dayAfter(from, 7)
  const kinds = { slot: 'day', day: isWeek ? 'week' : 'month', month: 'year', year: 'total' } as const
  return rangeAround(from, kinds[step])
}

export function addressOf({ kind, from, to, step }: EnergyRange): RangeAddress {
  return { from: kind === 'total' ? undefined : from, to: kind === 'week' ? to : undefined, step }
}

/** The previous or next period; all years have none. */
export function neighbourOf({ kind, from, to }: EnergyRange, by: -1 | 1): EnergyRange {
  if (kind === 'total') return rangeAround(dayAfter(to, -1), kind)
  return rangeAround(by === 1 ? to : dayAfter(from, -1), kind)
}

/** The range of the step that begins on a day, of the next smaller kind; null for parts of a day. */
export function rangeInside({ kind }: EnergyRange, day: string): EnergyRange | null {
  const inner = { day: null, week: 'day', month: 'day', year: 'month', total: 'year' } as const
  const next = inner[kind]
  return next === null ? null : rangeAround(day, next)
}

export function rangeName({ kind, from, to }: EnergyRange): string {
  switch (kind) {
    case 'day':
      return formatLongDate(from)
    case 'week':
      return energyDayTexts.span(formatDate(from), formatDate(dayAfter(to, -1)))
    case 'month':
      return formatLongMonth(from.slice(0, 7))
    case 'year':
      return from.slice(0, 4)
    case 'total':
      return energyDayTexts.kinds.total
  }
}

/** The date `days` days after a calendar date. */
export function dayAfter(day: string, days: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return dateOf(year, month, date + days)
}

/** The first instant of a calendar date of Berlin, which is one or two hours ahead of UTC. */
export function midnightOf(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const summer = utc - 2 * 3_600_000
  return berlinDate(new Date(summer)) === day ? summer : utc - 3_600_000
}

/** Monday is 0. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** Months and days beyond their ends carry over. */
function dateOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
