/**
 * The portal's forecasts for a house of the demo at any time: from the quarter-hours measured until then and from the
 * weather as it was announced then.
 */
import type { ExpectedAt } from '#energy/simulate.ts'
import { dayMs, hourMs } from '#server/clock.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import {
  correctionByHour,
  correctionDays,
  forecastPv,
  modelledPv,
  type Place,
} from '#server/features/energy/pv-forecast.rules.ts'
import type { PvSystem } from '#server/features/energy/pv-model.rules.ts'
import { forecastLoad, learnedDays, type MeasuredSlot } from '#server/features/energy/site-forecast.rules.ts'
import { planSteps } from '#server/features/energy/site-plan.rules.ts'
import type { WeatherHour } from '#server/features/energy/weather-provider.rules.ts'
import { expectedWeather } from './house-weather.ts'

const daySlots = dayMs / slotMs
/** For past weather the portal knows the announcement made this long before. */
const announcedMs = 3 * hourMs
/** 2.5 m/s. */
const wind = 25

/** Days before its first step that a forecast learns from. */
export const learnedBefore = correctionDays

/** @param slots measured in a row, of which the first ones, `learnedBefore` days, are before the step 0 */
export function houseForecasts(slots: readonly MeasuredSlot[], system: PvSystem, place: Place): ExpectedAt {
  const first = slots[0]?.at_ms ?? 0
  const before = learnedBefore * daySlots
  const overHours = weatherHours(first - hourMs, first + slots.length * slotMs + hourMs, end => end - announcedMs)
  const over = new Map(
    modelledPv(system, place, overHours, first, slots.length).flatMap((watts, index) =>
      watts === null ? [] : [[first + index * slotMs, watts] as const],
    ),
  )
  return step => {
    const seen = slots.slice(step, step + before)
    const last = seen.at(-1)
    if (last === undefined) throw new RangeError(`nothing was measured before step ${step}`)
    const now = last.at_ms + slotMs
    const hours = weatherHours(now - hourMs, now + planSteps * slotMs + hourMs, () => now)
    const correction = correctionByHour(seen, over, system)
    const pvW = forecastPv(modelledPv(system, place, hours, now, planSteps), now, correction, system.limitW, {
      measuredW: ((last.pv_mwh ?? 0) / 1000) * (hourMs / slotMs),
      modelledW: (over.get(last.at_ms) ?? 0) * (correction[new Date(last.at_ms).getUTCHours()] ?? 1),
    })
    const loadW = forecastLoad(seen.slice(-learnedDays * daySlots), now, planSteps)
    if (pvW === null || loadW === null) throw new RangeError(`nothing is known at step ${step}`)
    return { loadW, pvW }
  }
}

/** The hours that end between two instants. */
function weatherHours(from: number, to: number, announcedAt: (end: number) => number): WeatherHour[] {
  const start = Math.ceil(from / hourMs) * hourMs
  return Array.from({ length: Math.floor((to - start) / hourMs) + 1 }, (_, index): WeatherHour => {
    const at = start + index * hourMs
    const madeAt = announcedAt(at)
    const middles = [0.5, 1.5, 2.5, 3.5].map(quarter => at - hourMs + quarter * slotMs)
    const ghi = middles.reduce((sum, middle) => sum + expectedWeather(middle, madeAt).ghi, 0) / middles.length
    return {
      at,
      radiation: Math.round((ghi * hourMs) / 1e6),
      temperature: Math.round(expectedWeather(at, madeAt).celsius * 10),
      wind,
    }
  })
}
