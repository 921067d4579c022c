/** Forecasts use and generation of a site from its measured quarter-hours and the weather of the nearest station. */
import { dayMs, hourMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { slotMs } from './channel-slots.rules.ts'
import type { SiteRow } from './energy-site.queries.ts'
import { correctionByHour, correctionDays, forecastPv, modelledPv, pvSystemOf } from './pv-forecast.rules.ts'
import { forecastLoad, forecastSun, learnedDays, loadOf, type MeasuredSlot } from './site-forecast.rules.ts'
import { findStation, listWeatherHours, placeOf } from './weather.queries.ts'

export type ForecastSite = Pick<
  SiteRow,
  'id' | 'pv_watts' | 'planes' | 'inverter_w' | 'latitude_hundredths' | 'longitude_hundredths'
>

export type SiteForecast = {
  /** Mean W in each quarter-hour; null where nothing is measured yet. */
  readonly loadW: readonly number[] | null
  readonly pvW: readonly number[] | null
  /** The station whose weather was used; null: the mean of the last days. */
  readonly stationId: string | null
}

/** The forecasts of the quarter-hours from `from` on. */
export async function readForecast(
  connection: Connection,
  site: ForecastSite,
  from: number,
  steps: number,
): Promise<SiteForecast> {
  const planned = new Set((await selectKinds(connection, { siteId: site.id })).map(({ kind }) => kind))
  const first = from - correctionDays * dayMs
  const rows = await selectLearned(connection, { siteId: site.id, from: first, to: from })
  const slots = rows.map(
    (slot): MeasuredSlot => ({ at_ms: slot.at_ms, pv_mwh: slot.pv_mwh, house_mwh: loadOf(slot, planned) }),
  )
  const recent = slots.filter(({ at_ms: at }) => at >= from - learnedDays * dayMs)
  const weather = await forecastByWeather(connection, site, slots, from, steps)
  return {
    loadW: forecastLoad(recent, from, steps),
    pvW: weather?.pvW ?? forecastSun(slots, from, steps, site.inverter_w ?? site.pv_watts),
    stationId: weather?.stationId ?? null,
  }
}

/** null without a place, a station near it, or weather for all steps. */
async function forecastByWeather(
  connection: Connection,
  site: ForecastSite,
  slots: readonly MeasuredSlot[],
  from: number,
  steps: number,
): Promise<{ pvW: number[]; stationId: string } | null> {
  const place = placeOf(site)
  const system = pvSystemOf(site)
  if (place === null || system === null) return null
  const station = await findStation(connection, place)
  if (station === undefined) return null
  const end = from + steps * slotMs
  const first = from - correctionDays * dayMs
  const hours = await listWeatherHours(connection, station.id, { from: first - hourMs, to: end + hourMs })
  const modelled = modelledPv(system, place, hours, from, steps)
  if (modelled.some(watts => watts === null)) return null
  const past = modelledPv(system, place, hours, first, (correctionDays * dayMs) / slotMs)
  const byStart = new Map(
    past.flatMap((watts, step) => (watts === null ? [] : [[first + step * slotMs, watts] as const])),
  )
  const correction = correctionByHour(slots, byStart, system)
  const last = slots.findLast(({ pv_mwh: mwh }) => mwh !== null)
  const lastModelled = last === undefined ? undefined : byStart.get(last.at_ms)
  const isRecent = last !== undefined && lastModelled !== undefined && from - last.at_ms <= 2 * slotMs
  const blended = isRecent
    ? {
        measuredW: ((last.pv_mwh ?? 0) / 1000) * (hourMs / slotMs),
        modelledW: lastModelled * (correction[new Date(last.at_ms).getUTCHours()] ?? 1),
      }
    : null
  const pvW = forecastPv(modelled, from, correction, system.limitW, blended)
  return pvW === null ? null : { pvW, stationId: station.id }
}

const selectKinds = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_storage').select('kind').where('site_id', '=', param('siteId')).orderBy('id'),
)
const selectLearned = prepared<{ siteId: string; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_site_slot')
    .select(['at_ms', 'house_mwh', 'consumer_mwh', 'car_mwh', 'heat_mwh', 'pv_mwh'])
    .where('site_id', '=', param('siteId'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .where('quality', '=', 'measured')
    .orderBy('at_ms'),
)
