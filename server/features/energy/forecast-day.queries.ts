import type { EnergyForecastErrors, WeatherObstacle } from '#contract/energy-forecasts.ts'
import { weatherSourceLine } from '#contract/energy-forecasts.ts'
import { invalidField } from '#server/app-error.ts'
import { calendarDate, dayMs, hourMs, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { getSite, type SiteRow } from './energy-site.queries.ts'
import { presentForecastDays } from './forecast-day.present.ts'
import { pvSystemOf } from './pv-forecast.rules.ts'
import { loadOf } from './site-forecast.rules.ts'
import { findFetch, findStation, listWeatherHours, placeOf } from './weather.queries.ts'

const usualDays = 30
const rangeMsMax = 401 * dayMs

/** The errors of days of a site in scope; 404 outside the scope, 422 for a range that is empty or too long. */
export async function readForecastErrors(
  { db, scope, clock, config }: Pick<Context, 'db' | 'scope' | 'clock' | 'config'>,
  siteId: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<EnergyForecastErrors> {
  const site = await getSite(db, scope, siteId)
  const today = calendarDate(clock.now())
  const from = asked.from ?? dateAfter(today, -usualDays)
  const to = asked.to ?? today
  if (to <= from) throw invalidField('to', 'date.invalid')
  if (startOfBerlinDay(to).getTime() - startOfBerlinDay(from).getTime() > rangeMsMax)
    throw invalidField('to', 'too_long')
  const rows = await selectDays(db, { siteId: site.id, from, to })
  return { ...(await weatherNow(db, site, config.energyWeather !== null, clock.now())), ...presentForecastDays(rows) }
}

async function weatherNow(
  connection: Connection,
  site: SiteRow,
  isOn: boolean,
  now: Date,
): Promise<Pick<EnergyForecastErrors, 'weather' | 'obstacle'>> {
  const without = (obstacle: WeatherObstacle) => ({ weather: null, obstacle })
  if (!isOn) return without('off')
  if (pvSystemOf(site) === null) return without('no_modules')
  const place = placeOf(site)
  if (place === null) return without('no_place')
  const station = await findStation(connection, place)
  if (station === undefined) return without('no_station')
  const fetched = await findFetch(connection, station.id)
  const ahead = { from: now.getTime(), to: now.getTime() + 2 * dayMs }
  const hours = await listWeatherHours(connection, station.id, ahead)
  if (fetched === undefined || fetched.issued_at === null || hours.length < (2 * dayMs) / hourMs)
    return without('no_forecast')
  return {
    weather: {
      stationId: station.id,
      station: station.name,
      distanceKm: Math.round(station.km * 10) / 10,
      issuedAt: fetched.issued_at,
      source: weatherSourceLine,
    },
    obstacle: null,
  }
}

/** Sites that are heard and have no forecast of a date. */
export function listSitesToForecast(connection: Connection, date: string) {
  return selectSites(connection, { date })
}

/** Days that are over and accounted for, whose forecasts are not measured yet. */
export function listUnmeasuredDays(connection: Connection, range: { readonly before: string; readonly limit: number }) {
  return selectUnmeasured(connection, range)
}

/** Load and sun in mWh, as in forecasts, by the start of the quarter-hour. */
export async function readMeasured(
  connection: Connection,
  day: { readonly site_id: string; readonly date: string },
): Promise<{ load: Map<number, number>; pv: Map<number, number> }> {
  const kinds = new Set((await selectKinds(connection, { siteId: day.site_id })).map(({ kind }) => kind))
  const slots = await selectSlots(connection, { siteId: day.site_id, date: day.date })
  const load = new Map<number, number>()
  const pv = new Map<number, number>()
  for (const slot of slots) {
    const used = loadOf(slot, kinds)
    if (used !== null) load.set(slot.at_ms, used)
    if (slot.pv_mwh !== null) pv.set(slot.at_ms, slot.pv_mwh)
  }
  return { load, pv }
}

const selectDays = prepared<{ siteId: string; from: string; to: string }>()((db, param) =>
  db
    .selectFrom('energy_forecast_day')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .where('date', '>=', param('from'))
    .where('date', '<', param('to'))
    .where('is_measured', '=', 1)
    .orderBy('date'),
)
const selectSites = prepared<{ date: string }>()((db, param) =>
  db
    .selectFrom('energy_site')
    .selectAll()
    .where('state', '=', 'ok')
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('energy_forecast_day')
            .select('date')
            .whereRef('energy_forecast_day.site_id', '=', 'energy_site.id')
            .where('energy_forecast_day.date', '=', param('date')),
        ),
      ),
    )
    .orderBy('id'),
)
const selectUnmeasured = prepared<{ before: string; limit: number }>()((db, param) =>
  db
    .selectFrom('energy_forecast_day')
    .innerJoin('energy_site_day', join =>
      join
        .onRef('energy_site_day.site_id', '=', 'energy_forecast_day.site_id')
        .onRef('energy_site_day.date', '=', 'energy_forecast_day.date'),
    )
    .selectAll('energy_forecast_day')
    .where('energy_forecast_day.is_measured', '=', 0)
    .where('energy_forecast_day.date', '<', param('before'))
    .where('energy_site_day.is_account_due', '=', 0)
    .orderBy('energy_forecast_day.date')
    .orderBy('energy_forecast_day.site_id')
    .limit(param('limit')),
)
const selectKinds = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_storage').select('kind').where('site_id', '=', param('siteId')).orderBy('id'),
)
const selectSlots = prepared<{ siteId: string; date: string }>()((db, param) =>
  db
    .selectFrom('energy_site_slot')
    .select(['at_ms', 'house_mwh', 'consumer_mwh', 'car_mwh', 'heat_mwh', 'pv_mwh'])
    .where('site_id', '=', param('siteId'))
    .where('date', '=', param('date'))
    .where('quality', '=', 'measured')
    .orderBy('at_ms'),
)
