/** Forecast of a roof's power from the weather of the nearest station, corrected by measured values. Pure. */
import { getPosition } from 'suncalc'
import { hourMs } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { extraterrestrial, type PvSystem, systemPower } from './pv-model.rules.ts'
import type { MeasuredSlot } from './site-forecast.rules.ts'
import type { WeatherHour } from './weather-provider.rules.ts'

/** Degrees. */
export type Place = { readonly latitude: number; readonly longitude: number }

const slotsPerHour = hourMs / slotMs
/** Below it, in W/m² outside of the atmosphere, the sun is as good as down. */
const leastExtra = 5

/**
 * Mean W in each quarter-hour; null where the weather of its hour is not known. Within an hour the irradiance follows
 * the sun, so that its sum stays that of the hour.
 */
export function modelledPv(
  system: PvSystem,
  place: Place,
  hours: readonly WeatherHour[],
  from: number,
  steps: number,
): (number | null)[] {
  const byEnd = new Map(hours.map(hour => [hour.at, hour]))
  const seen = new Map<number, ReturnType<typeof skyAt>>()
  const skyOf = (start: number) => {
    const sky = seen.get(start) ?? skyAt(start, place)
    seen.set(start, sky)
    return sky
  }
  return Array.from({ length: steps }, (_, step) => {
    const start = from + step * slotMs
    const end = start - (start % hourMs) + hourMs
    const hour = byEnd.get(end)
    if (hour === undefined) return null
    const skies = Array.from({ length: slotsPerHour }, (__, part) => skyOf(end - hourMs + part * slotMs))
    const outside = skies.reduce((sum, sky) => sum + sky.horizontal, 0) / slotsPerHour
    const mean = (hour.radiation * 1000) / 3600
    const clearness = outside < leastExtra ? 0 : Math.min(1, mean / outside)
    const sky = skyOf(start)
    const before = byEnd.get(end - hourMs) ?? hour
    const share = (start + slotMs / 2 - (end - hourMs)) / hourMs
    const between = (one: number, other: number) => (one + (other - one) * share) / 10
    return systemPower(
      system,
      sky.sun,
      {
        ghi: clearness * sky.horizontal,
        air: between(before.temperature, hour.temperature),
        wind: between(before.wind, hour.wind),
      },
      sky.extra,
    )
  })
}

/** The sun in the middle of a quarter-hour, and its irradiance on a horizontal plane outside of the atmosphere. */
function skyAt(start: number, { latitude, longitude }: Place) {
  const middle = new Date(start + slotMs / 2)
  const { altitude, azimuth } = getPosition(middle, latitude, longitude)
  const dayOfYear = Math.floor((middle.getTime() - Date.UTC(middle.getUTCFullYear(), 0, 1)) / (24 * hourMs)) + 1
  const extra = extraterrestrial(dayOfYear)
  const horizontal = altitude <= 0 ? 0 : extra * Math.sin((altitude * Math.PI) / 180)
  return { sun: { zenith: 90 - altitude, azimuth }, extra, horizontal }
}

/** Days from which the correction is learned. */
export const correctionDays = 30
/** Energy of the model, in Wh per kWp, that counts as if it had been right: few days change little. */
const trustWhPerKwp = 600
const range = { least: 0.2, most: 2 }

/**
 * For each hour of the day by the sun (UTC) the factor between the measured and the modelled energy of the same
 * quarter-hours. 1 where nothing was measured. It includes shade in the morning and dirt.
 * @param modelled W by the start of the quarter-hour
 */
export function correctionByHour(
  slots: readonly MeasuredSlot[],
  modelled: ReadonlyMap<number, number>,
  system: PvSystem,
): number[] {
  const kwp = system.planes.reduce((sum, plane) => sum + plane.kwp, 0)
  const trust = trustWhPerKwp * kwp
  const sums = Array.from({ length: 24 }, () => ({ measured: trust, modelled: trust }))
  for (const { at_ms: at, pv_mwh: mwh } of slots) {
    const watts = modelled.get(at)
    const sum = sums[hourOf(at)]
    if (watts === undefined || mwh === null || sum === undefined) continue
    sum.measured += mwh / 1000
    sum.modelled += (watts * slotMs) / hourMs
  }
  return sums.map(({ measured, modelled: expected }) =>
    expected === 0 ? 1 : Math.min(range.most, Math.max(range.least, measured / expected)),
  )
}

/** Quarter-hours over which the last measured one fades out. */
const fadeSteps = 4

/**
 * Mean W in each quarter-hour, corrected and within the inverter's limit; null where the weather is not known for all of
 * them. The share by which the last measured quarter-hour was above or below fades out over an hour.
 */
export function forecastPv(
  modelled: readonly (number | null)[],
  from: number,
  correction: readonly number[],
  limitW: number,
  last: { readonly measuredW: number; readonly modelledW: number } | null,
): number[] | null {
  const share = last === null || last.modelledW < limitW / 50 ? 1 : last.measuredW / last.modelledW
  const now = Math.min(range.most, Math.max(range.least, share))
  const powers = modelled.map((watts, step) => {
    if (watts === null) return null
    const fade = Math.max(0, 1 - (step + 1) / (fadeSteps + 1))
    const factor = (correction[hourOf(from + step * slotMs)] ?? 1) * (1 + (now - 1) * fade)
    return Math.round(Math.min(limitW, watts * factor))
  })
  return powers.every(power => power !== null) ? powers : null
}

const hourOf = (at: number) => Math.floor((at % (24 * hourMs)) / hourMs)

/** Planes as described; without any, one to the south with all modules. */
export function pvSystemOf(site: {
  readonly planes: string
  readonly pv_watts: number
  readonly inverter_w: number | null
}): PvSystem | null {
  // Written by the schema of a site only.
  const planes = JSON.parse(site.planes) as PvSystem['planes']
  const watts = planes.reduce((sum, { kwp }) => sum + kwp * 1000, 0)
  const all = watts > 0 ? planes : [{ kwp: site.pv_watts / 1000, tilt: usualTilt, azimuth: 180 }]
  const dcWatts = Math.max(watts, site.pv_watts)
  return dcWatts === 0 ? null : { planes: all, limitW: site.inverter_w ?? dcWatts }
}

const usualTilt = 35

export type ForecastError = {
  /** Quarter-hours with a forecast and a measured value. */
  readonly slots: number
  readonly forecastMwh: number
  readonly measuredMwh: number
  /** Sum of the differences without their sign. */
  readonly errorMwh: number
}

/** The error of a day's forecast. `watts`: for each quarter-hour from `from` on; `measured`: mWh by its start. */
export function errorOf(watts: readonly number[], from: number, measured: ReadonlyMap<number, number>): ForecastError {
  const pairs = watts.flatMap((power, step) => {
    const mwh = measured.get(from + step * slotMs)
    return mwh === undefined ? [] : [{ forecast: Math.round((power * 1000 * slotMs) / hourMs), mwh }]
  })
  return {
    slots: pairs.length,
    forecastMwh: pairs.reduce((sum, { forecast }) => sum + forecast, 0),
    measuredMwh: pairs.reduce((sum, { mwh }) => sum + mwh, 0),
    errorMwh: pairs.reduce((sum, { forecast, mwh }) => sum + Math.abs(forecast - mwh), 0),
  }
}
