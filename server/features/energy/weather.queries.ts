/** Weather stations and their hours. They are the same for everybody: no scope. */
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { byDistance, type WeatherHour } from './weather-provider.rules.ts'

/** Degrees. */
export type SitePlace = { readonly latitude: number; readonly longitude: number }
export type NearStation = { readonly id: string; readonly name: string; readonly km: number }

/** Further away the weather differs. */
const kmMax = 60

/** The different places of sites with modules, in degrees. */
export async function listPlaces(connection: Connection): Promise<SitePlace[]> {
  return (await selectPlaces(connection, {})).flatMap(row => placeOf(row) ?? [])
}

/** The place of a site; null where none was entered. */
export function placeOf(site: {
  readonly latitude_hundredths: number | null
  readonly longitude_hundredths: number | null
}): SitePlace | null {
  const { latitude_hundredths: latitude, longitude_hundredths: longitude } = site
  return latitude === null || longitude === null ? null : { latitude: latitude / 100, longitude: longitude / 100 }
}

/** For each place with modules the nearest station that publishes irradiance. */
export async function listNeededStations(connection: Connection): Promise<string[]> {
  const stations = await listUsable(connection)
  const places = await listPlaces(connection)
  return [...new Set(places.flatMap(place => nearestOf(stations, place)?.id ?? []))].toSorted()
}

/** The nearest usable station of a place; undefined without one that is near. */
export async function findStation(connection: Connection, place: SitePlace): Promise<NearStation | undefined> {
  return nearestOf(await listUsable(connection), place)
}

type StationRow = { id: string; name: string; latitude: number; longitude: number }

async function listUsable(connection: Connection): Promise<StationRow[]> {
  const useless = new Set((await selectUseless(connection, {})).map(({ subject }) => subject))
  return (await selectStations(connection, {})).filter(({ id }) => !useless.has(id))
}

function nearestOf(stations: readonly StationRow[], place: SitePlace): NearStation | undefined {
  const [nearest] = byDistance(stations, place)
  if (nearest === undefined || nearest.km > kmMax) return undefined
  return { id: nearest.station.id, name: nearest.station.name, km: nearest.km }
}

export async function findFetch(connection: Connection, subject: string) {
  const [row] = await selectFetch(connection, { subject })
  return row
}

/** The hours of a station that end between two instants, in order. */
export async function listWeatherHours(
  connection: Connection,
  stationId: string,
  range: { readonly from: number; readonly to: number },
): Promise<WeatherHour[]> {
  const rows = await selectHours(connection, { stationId, ...range })
  return rows.map(row => ({
    at: row.at_ms,
    radiation: row.radiation_kj,
    temperature: row.temperature_tenths,
    wind: row.wind_tenths,
  }))
}

const selectPlaces = prepared<Record<never, never>>()(db =>
  db
    .selectFrom('energy_site')
    .select(['latitude_hundredths', 'longitude_hundredths'])
    .distinct()
    .where('latitude_hundredths', 'is not', null)
    .where('longitude_hundredths', 'is not', null)
    .where(eb => eb.or([eb('pv_watts', '>', 0), eb('planes', '!=', '[]')])),
)
const selectStations = prepared<Record<never, never>>()(db =>
  db
    .selectFrom('energy_weather_station')
    .select(['id', 'name', 'latitude_thousandths as latitude', 'longitude_thousandths as longitude'])
    .orderBy('id'),
)
const selectUseless = prepared<Record<never, never>>()(db =>
  db.selectFrom('energy_weather_fetch').select('subject').where('is_usable', '=', 0),
)
const selectFetch = prepared<{ subject: string }>()((db, param) =>
  db.selectFrom('energy_weather_fetch').selectAll().where('subject', '=', param('subject')),
)
const selectHours = prepared<{ stationId: string; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_weather_hour')
    .selectAll()
    .where('station_id', '=', param('stationId'))
    .where('at_ms', '>', param('from'))
    .where('at_ms', '<=', param('to'))
    .orderBy('at_ms'),
)
