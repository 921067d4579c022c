/**
 * Requests to the providers of day-ahead prices, their answers, and the check for a whole day. Pure. Built from the
 * documentation of api.energy-charts.info and of SMARD's chart data; both are CC BY 4.0.
 */
import * as z from 'zod/mini'
import type { PriceSource } from '#contract/energy-prices.ts'
import type { SiteZone } from '#contract/energy-sites.ts'
import { startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'

/** Why a day of prices was rejected. */
export type PriceFailure = 'unreachable' | 'status' | 'too_large' | 'format' | 'incomplete' | 'implausible'

export class PriceError extends Error {
  readonly failure: PriceFailure

  constructor(failure: PriceFailure, cause?: unknown) {
    super(`No day of prices: ${failure}.`, { cause })
    this.name = 'PriceError'
    this.failure = failure
  }
}

/** Fetches and parses one address of the provider. */
export type GetJson = (path: string) => Promise<unknown>

/** An instant in milliseconds since 1970 with EUR/MWh. */
type Quote = readonly [at: number, price: number | null]

export type PriceProvider = {
  readonly base: string
  readonly bytesMax: number
  readonly timeoutMs: number
  /** Quotes around a day, in any order; more than the day may be among them. */
  ask(get: GetJson, zone: SiteZone, date: string): Promise<readonly Quote[]>
}

const energyChartsAnswer = z.object({
  unix_seconds: z.array(z.int()),
  price: z.array(z.nullable(z.number())),
  unit: z.string(),
})
const smardIndex = z.object({ timestamps: z.array(z.int()) })
const smardSeries = z.object({ series: z.array(z.tuple([z.int(), z.nullable(z.number())])) })

/** The series of the market price, and the name that SMARD gives the zone. */
const smardSeriesOf: Readonly<Record<SiteZone, { filter: number; region: string }>> = {
  'DE-LU': { filter: 4169, region: 'DE-LU' },
  AT: { filter: 4170, region: 'AT' },
}

export const priceProviders: Readonly<Record<PriceSource, PriceProvider>> = {
  energy_charts: {
    base: 'https://api.energy-charts.info',
    bytesMax: 131_072,
    timeoutMs: 20_000,
    ask: async (get, zone, date) => {
      const answer = parsed(energyChartsAnswer, await get(`/price?bzn=${zone}&start=${date}&end=${date}`))
      if (answer.unit.replaceAll(' ', '') !== 'EUR/MWh') throw new PriceError('format')
      if (answer.unix_seconds.length !== answer.price.length) throw new PriceError('format')
      return answer.unix_seconds.map((seconds, index): Quote => [seconds * 1000, answer.price[index] ?? null])
    },
  },
  smard: {
    base: 'https://www.smard.de/app/chart_data',
    bytesMax: 262_144,
    timeoutMs: 20_000,
    // An index of weeks, and a file for each.
    ask: async (get, zone, date) => {
      const { filter, region } = smardSeriesOf[zone]
      const { timestamps } = parsed(smardIndex, await get(`/${filter}/${region}/index_quarterhour.json`))
      const start = startOfBerlinDay(date).getTime()
      const week = timestamps.filter(timestamp => timestamp <= start).reduce((one, other) => Math.max(one, other), 0)
      if (week === 0) throw new PriceError('incomplete')
      return parsed(smardSeries, await get(`/${filter}/${region}/${filter}_${region}_quarterhour_${week}.json`)).series
    },
  },
}

/** The exchange's limits of a price in EUR/MWh. */
const least = -500
const most = 5_000

/**
 * The prices of a day in thousandths of a ct/kWh, by the start of the quarter-hour. Throws `incomplete` unless each of
 * its 92, 96 or 100 quarter-hours has one price, `implausible` beyond the exchange's limits and for a flat line.
 */
export function wholeDay(quotes: readonly Quote[], date: string): Map<number, number> {
  const start = startOfBerlinDay(date).getTime()
  const end = startOfBerlinDay(dateAfter(date, 1)).getTime()
  const day = new Map<number, number>()
  for (const [at, price] of quotes) {
    if (at < start || at >= end || price === null) continue
    if ((at - start) % slotMs !== 0 || day.has(at)) throw new PriceError('format')
    if (price < least || price > most) throw new PriceError('implausible')
    // EUR/MWh with two decimals: a hundredth of it is a thousandth of a ct/kWh.
    day.set(at, Math.round(price * 100))
  }
  if (day.size !== (end - start) / slotMs) throw new PriceError('incomplete')
  if (new Set(day.values()).size === 1) throw new PriceError('implausible')
  return day
}

/** Minutes until a day is asked for again, by the number of failed attempts. */
const pauseMinutes = [5, 10, 20, 40] as const
const longestPauseMinutes = 60
/** After this many the business gets a mail: an hour and a quarter after the first one. */
export const attemptsBeforeMail = 5

export function pauseAfter(attempts: number): number {
  return pauseMinutes[attempts - 1] ?? longestPauseMinutes
}

/** How far back bills need prices. */
const daysBack = 40
/** The exchange publishes the next day's prices from 12:45 on. */
const publishedFromHour = 13

/** The days to have by now, tomorrow's first: it helps plans most. */
export function wantedDays(today: string, hour: number): string[] {
  const past = Array.from({ length: daysBack + 1 }, (_, index) => dateAfter(today, -index))
  return hour >= publishedFromHour ? [dateAfter(today, 1), ...past] : past
}

function parsed<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw new PriceError('format')
  return result.data
}
