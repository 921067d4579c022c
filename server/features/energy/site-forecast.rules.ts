/** Forecasts use and generation of a house from its measured quarter-hours. Pure. */
import type { StorageKind } from '#contract/energy-storages.ts'
import { berlinTime } from '#energy/berlin-time.ts'
import { calendarDate } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dayKind } from './german-holidays.rules.ts'

/** A quarter-hour that is not a gap. House: without car and heat pump. */
export type MeasuredSlot = { readonly at_ms: number; readonly house_mwh: number | null; readonly pv_mwh: number | null }

/** Energy used in a quarter-hour, in mWh; null: unknown. */
export type UsedSlot = {
  readonly house_mwh: number | null
  readonly consumer_mwh: number | null
  readonly car_mwh: number | null
  readonly heat_mwh: number | null
}

/** The use that no plan moves: cars and heat pumps that are planned as storages are excluded. */
export function loadOf(
  { house_mwh: house, consumer_mwh: consumer, car_mwh: car, heat_mwh: heat }: UsedSlot,
  planned: ReadonlySet<StorageKind>,
): number | null {
  if (house === null) return null
  return house + (consumer ?? 0) + (planned.has('car') ? 0 : (car ?? 0)) + (planned.has('heat') ? 0 : (heat ?? 0))
}

/** Number of days from which the use of a house is learned. */
export const learnedDays = 28
/** Number of days whose mean generation is the forecast without weather. */
const sunDays = 5
/** Quarter-hours over which the last measured one fades out. */
const fadeSteps = 4

const wattsOf = (mwh: number) => (mwh / 1000) * (3_600_000 / slotMs)

/**
 * Mean W of the house in each quarter-hour: as at the same time on days of the same kind, else of any kind. The
 * difference to the last measured one fades out over an hour. Null without anything measured.
 * @param slots of the last weeks, in order
 */
export function forecastLoad(slots: readonly MeasuredSlot[], from: number, steps: number): number[] | null {
  const known = slots.flatMap(({ at_ms: at, house_mwh: mwh }) => (mwh === null ? [] : [{ at, watts: wattsOf(mwh) }]))
  if (known.length === 0) return null
  const means = new Map<string, Mean>()
  const add = (key: string, watts: number) => {
    const mean = means.get(key) ?? { sum: 0, count: 0 }
    means.set(key, { sum: mean.sum + watts, count: mean.count + 1 })
  }
  for (const { at, watts } of known) {
    const { kind, minute } = placeOf(at)
    for (const key of [`${kind}:${minute}`, `:${minute}`, '']) add(key, watts)
  }
  const usual = (at: number) => {
    const { kind, minute } = placeOf(at)
    const mean = means.get(`${kind}:${minute}`) ?? means.get(`:${minute}`) ?? means.get('')
    return mean === undefined ? 0 : mean.sum / mean.count
  }
  const last = known.at(-1)
  const isRecent = last !== undefined && from - last.at <= 2 * slotMs
  const off = isRecent ? last.watts - usual(last.at) : 0
  return Array.from({ length: steps }, (_, step) =>
    Math.round(Math.max(0, usual(from + step * slotMs) + off * Math.max(0, 1 - (step + 1) / (fadeSteps + 1)))),
  )
}

type Mean = { readonly sum: number; readonly count: number }

function placeOf(at: number): { kind: number; minute: number } {
  return { kind: dayKind(calendarDate(new Date(at))), minute: berlinTime(at).minute }
}

/**
 * Mean W generated in each quarter-hour: that of the last days at the same time, by the sun and not by the clock. Null
 * where there are modules but nothing is measured.
 */
export function forecastSun(
  slots: readonly MeasuredSlot[],
  from: number,
  steps: number,
  pvWatts: number,
): number[] | null {
  const dayMs = 24 * 3_600_000
  const byPlace = new Map<number, number[]>()
  for (const { at_ms: at, pv_mwh: mwh } of slots) {
    if (mwh === null || at < from - sunDays * dayMs || at >= from) continue
    const list = byPlace.get(at % dayMs) ?? []
    list.push(wattsOf(mwh))
    byPlace.set(at % dayMs, list)
  }
  if (byPlace.size === 0) return pvWatts > 0 ? null : new Array<number>(steps).fill(0)
  return Array.from({ length: steps }, (_, step) => {
    const list = byPlace.get((from + step * slotMs) % dayMs) ?? []
    const mean = list.length === 0 ? 0 : list.reduce((sum, watts) => sum + watts, 0) / list.length
    return Math.round(pvWatts > 0 ? Math.min(mean, pvWatts) : mean)
  })
}
