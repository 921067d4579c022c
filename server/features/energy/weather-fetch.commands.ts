/**
 * Fetches DWD's point forecasts for the stations nearest to the sites, and the catalogue of stations. Off unless
 * `ENERGY_WEATHER` names the provider.
 */
import { dayMs, hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection, Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { callOutside } from '#server/outgoing/call.ts'
import { findFetch, listNeededStations, listPlaces } from './weather.queries.ts'
import {
  readCatalogue,
  readForecast,
  type Station,
  WeatherError,
  type WeatherForecast,
  weatherPauseAfter,
  weatherProvider,
} from './weather-provider.rules.ts'

/** Other addresses than the provider's own, for tests. */
export type WeatherBases = { readonly catalogue: string; readonly forecast: string }

/** Stations asked for in one run. */
const stationsPerRun = 20
const catalogueEveryMs = 30 * dayMs
/** A forecast is issued every six hours and available some 45 minutes later. */
const issuedEveryMs = 6 * hourMs
const publishedAfterMs = 50 * minuteMs
const leastPauseMs = 30 * minuteMs
/** A station that publishes no irradiance, or is gone, is asked again after a month: stations change. */
const uselessMs = 30 * dayMs
/** Longer than the days from which corrections are learned. */
const keptMs = 40 * dayMs

/** The name of the catalogue among the subjects. No station has it: ids are capitals and digits. */
const catalogueSubject = 'catalogue'

export async function fetchWeather(
  runtime: Runtime,
  bases: WeatherBases = { catalogue: weatherProvider.catalogue.base, forecast: weatherProvider.forecast.base },
  timeoutMs: number = weatherProvider.timeoutMs,
): Promise<void> {
  if (runtime.config.energyWeather === null) return
  if ((await listPlaces(runtime.db)).length === 0) return
  if (await isDue(runtime, catalogueSubject)) {
    await attempt(runtime, catalogueSubject, async () => {
      const { catalogue } = weatherProvider
      const body = await get(runtime, `${bases.catalogue}${catalogue.path}`, catalogue.bytesMax, timeoutMs)
      await storeCatalogue(runtime, readCatalogue(body.toString('latin1')))
    })
  }
  for (const station of (await listNeededStations(runtime.db)).slice(0, stationsPerRun)) {
    if (!(await isDue(runtime, station))) continue
    await attempt(runtime, station, async () => {
      const { forecast } = weatherProvider
      const address = `${bases.forecast}${forecast.path(station)}`
      const body = await get(runtime, address, forecast.bytesMax, timeoutMs)
      const kml = await unpackKml(body, forecast.unpackedMax)
      await storeForecast(runtime, station, readForecast(kml, station, runtime.clock.now().getTime()))
    })
  }
  await runtime.db
    .deleteFrom('energy_weather_hour')
    .where('at_ms', '<', runtime.clock.now().getTime() - keptMs)
    .execute()
}

async function isDue({ db, clock }: Pick<Runtime, 'db' | 'clock'>, subject: string): Promise<boolean> {
  const row = await findFetch(db, subject)
  return row === undefined || row.next_at <= instantText(clock.now())
}

async function get(
  { config }: Pick<Runtime, 'config'>,
  address: string,
  bytesMax: number,
  timeoutMs: number,
): Promise<Buffer> {
  const answer = await callOutside(config, address, { timeoutMs, bytesMax })
  if (answer.status === 404) throw new WeatherError('no_irradiance')
  if (answer.status !== 200) throw new WeatherError('status')
  if (answer.isCut) throw new WeatherError('too_large')
  return answer.body
}

/** The KML inside a KMZ, at most `bytesMax` bytes: an archive may declare less than it holds. */
async function unpackKml(archive: Buffer, bytesMax: number): Promise<string> {
  // Imported here, so that it does not delay the start of the process.
  const { configure, Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  const chunks: Uint8Array[] = []
  let bytes = 0
  const sink = new WritableStream<Uint8Array>({
    write: chunk => {
      bytes += chunk.length
      if (bytes > bytesMax) throw new WeatherError('too_large')
      chunks.push(chunk)
    },
  })
  try {
    const [entry] = await new ZipReader(new Uint8ArrayReader(archive)).getEntries()
    if (entry === undefined || entry.directory || !entry.filename.endsWith('.kml')) throw new WeatherError('format')
    await entry.getData(sink)
  } catch (error) {
    if (error instanceof WeatherError) throw error
    throw new WeatherError(bytes > bytesMax ? 'too_large' : 'format', error)
  }
  // The parts that are read are ASCII; the declared encoding is ISO-8859-1.
  return Buffer.concat(chunks).toString('latin1')
}

/** A failed fetch is repeated with growing pauses; earlier data stays. */
async function attempt(runtime: Runtime, subject: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const failure = error instanceof WeatherError ? error.failure : 'unreachable'
    runtime.log.warn({ subject, failure }, 'weather not taken')
    const former = await findFetch(runtime.db, subject)
    const attempts = (former?.attempts ?? 0) + 1
    const isUseless = failure === 'no_irradiance' && subject !== catalogueSubject
    const pauseMs = isUseless ? uselessMs : weatherPauseAfter(attempts) * minuteMs
    const now = runtime.clock.now()
    await noteFetch(runtime.db, subject, {
      is_usable: isUseless ? 0 : (former?.is_usable ?? 1),
      attempts,
      next_at: instantText(plusMs(now, pauseMs)),
      issued_at: former?.issued_at ?? null,
    })
  }
}

type Note = { is_usable: 0 | 1; attempts: number; next_at: string; issued_at: string | null }

async function noteFetch(connection: Connection, subject: string, note: Note): Promise<void> {
  await connection
    .insertInto('energy_weather_fetch')
    .values({ subject, ...note })
    .onConflict(conflict => conflict.column('subject').doUpdateSet(note))
    .execute()
}

/** Rows of one statement: SQLite accepts 32,766 values. */
const rowsAtOnce = 500

async function storeCatalogue(runtime: Runtime, stations: readonly Station[]): Promise<void> {
  const rows = stations.map(({ id, name, latitude, longitude }) => ({
    id,
    name,
    latitude_thousandths: latitude,
    longitude_thousandths: longitude,
  }))
  await inTransaction(runtime, async trx => {
    await trx.deleteFrom('energy_weather_station').execute()
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await trx
        .insertInto('energy_weather_station')
        .values(rows.slice(from, from + rowsAtOnce))
        .execute()
    }
    const nextAt = instantText(plusMs(runtime.clock.now(), catalogueEveryMs))
    await noteFetch(trx, catalogueSubject, {
      is_usable: 1,
      attempts: 0,
      next_at: nextAt,
      issued_at: null,
    })
  })
}

/** Hours that have passed keep the last forecast before them: corrections are learned from these. */
async function storeForecast(runtime: Runtime, station: string, { issuedAt, hours }: WeatherForecast): Promise<void> {
  const now = runtime.clock.now()
  const rows = hours
    .filter(({ at }) => at > now.getTime())
    .map(({ at, radiation, temperature, wind }) => ({
      station_id: station,
      at_ms: at,
      radiation_kj: radiation,
      temperature_tenths: temperature,
      wind_tenths: wind,
    }))
  const next = Math.max(issuedAt + issuedEveryMs + publishedAfterMs, now.getTime() + leastPauseMs)
  await inTransaction(runtime, async trx => {
    await trx
      .insertInto('energy_weather_hour')
      .values(rows)
      .onConflict(conflict =>
        conflict.columns(['station_id', 'at_ms']).doUpdateSet(eb => ({
          radiation_kj: eb.ref('excluded.radiation_kj'),
          temperature_tenths: eb.ref('excluded.temperature_tenths'),
          wind_tenths: eb.ref('excluded.wind_tenths'),
        })),
      )
      .execute()
    await noteFetch(trx, station, {
      is_usable: 1,
      attempts: 0,
      next_at: instantText(new Date(next)),
      issued_at: instantText(new Date(issuedAt)),
    })
  })
}
