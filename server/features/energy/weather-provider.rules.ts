/**
 * Reads the point forecasts MOSMIX_L of Deutscher Wetterdienst (DWD), and checks whether they can be used. Pure. Built
 * from DWD's documentation of the KML format, its list of elements and its catalogue of stations.
 */
import { SaxesParser } from 'saxes'
import { hourMs } from '#server/clock.ts'

/** Why a forecast or the catalogue was rejected. */
export type WeatherFailure =
  | 'unreachable'
  | 'status'
  | 'too_large'
  | 'format'
  | 'outdated'
  | 'incomplete'
  | 'implausible'
  /** The station publishes no irradiance. */
  | 'no_irradiance'

export class WeatherError extends Error {
  readonly failure: WeatherFailure

  constructor(failure: WeatherFailure, cause?: unknown) {
    super(`No weather: ${failure}.`, { cause })
    this.name = 'WeatherError'
    this.failure = failure
  }
}

export type Station = {
  readonly id: string
  readonly name: string
  /** Thousandths of degrees. */
  readonly latitude: number
  readonly longitude: number
}

/** The hour that ends at `at`: irradiation in kJ/m² in it, temperature in tenths of °C and wind in dm/s at its end. */
export type WeatherHour = {
  readonly at: number
  readonly radiation: number
  readonly temperature: number
  readonly wind: number
}

export type WeatherForecast = { readonly issuedAt: number; readonly hours: readonly WeatherHour[] }

/** Addresses and limits: a forecast is 20 to 60 KB packed and under 1 MB unpacked, the catalogue 300 KB. */
export const weatherProvider = {
  catalogue: {
    base: 'https://www.dwd.de',
    path: '/DE/leistungen/met_verfahren_mosmix/mosmix_stationskatalog.cfg?view=nasPublication',
    bytesMax: 2_000_000,
  },
  forecast: {
    base: 'https://opendata.dwd.de',
    path: (station: string) =>
      `/weather/local_forecasts/mos/MOSMIX_L/single_stations/${station}/kml/MOSMIX_L_LATEST_${station}.kmz`,
    bytesMax: 524_288,
    unpackedMax: 8_000_000,
  },
  timeoutMs: 20_000,
} as const

/** Stations around the price zones: nobody needs one overseas. */
const region = { south: 44_000, north: 57_000, west: 3_000, east: 20_000 }
const leastStations = 50
const lineLengthMax = 200
/** The elements of a forecast are within seven others at most. */
const depthMax = 20

/**
 * The stations of the catalogue around Germany and Austria. Lines are `ID ICAO NAME LAT LON ELEV`; latitude and
 * longitude are degrees with minutes behind the point. Throws `format` for anything other than a catalogue.
 */
export function readCatalogue(text: string): Station[] {
  const stations = new Map<string, Station>()
  for (const line of text.split(/\r?\n/)) {
    // The pattern takes quadratic time in the length of a line.
    if (line.length > lineLengthMax) continue
    const [, id, name, latitude, longitude] =
      /^([A-Z0-9]{3,5})\s+(?:[A-Z0-9]{4}|-{4})\s+(\S.*?)\s+(-?\d{1,2}\.\d\d)\s+(-?\d{1,3}\.\d\d)\s+-?\d+\s*$/.exec(
        line,
      ) ?? []
    if (id === undefined || name === undefined || latitude === undefined || longitude === undefined) continue
    const station = { id, name, latitude: thousandths(latitude), longitude: thousandths(longitude) }
    const isNear =
      station.latitude >= region.south &&
      station.latitude <= region.north &&
      station.longitude >= region.west &&
      station.longitude <= region.east
    if (isNear) stations.set(id, station)
  }
  if (stations.size < leastStations) throw new WeatherError('format')
  return [...stations.values()]
}

/** `50.36` is 50 degrees and 36 minutes. */
function thousandths(text: string): number {
  const [degrees = '0', minutes = '0'] = text.replace('-', '').split('.')
  const value = Math.round((Number(degrees) + Number(minutes) / 60) * 1000)
  return text.startsWith('-') ? -value : value
}

/** Stations in the order of their distance in km from a place in degrees. */
export function byDistance<S extends Pick<Station, 'latitude' | 'longitude'>>(
  stations: readonly S[],
  place: { readonly latitude: number; readonly longitude: number },
): { station: S; km: number }[] {
  return stations
    .map(station => ({ station, km: distanceKm(station.latitude / 1000, station.longitude / 1000, place) }))
    .toSorted((one, other) => one.km - other.km)
}

const earthKm = 6371

function distanceKm(latitude: number, longitude: number, place: { latitude: number; longitude: number }): number {
  const rad = Math.PI / 180
  const [north, east] = [(latitude - place.latitude) * rad, (longitude - place.longitude) * rad]
  const half =
    Math.sin(north / 2) ** 2 + Math.cos(latitude * rad) * Math.cos(place.latitude * rad) * Math.sin(east / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(half)))
}

const elements = ['Rad1h', 'TTT', 'FF'] as const
type Element = (typeof elements)[number]

type Found = {
  issued: string
  placemark: string
  steps: string[]
  values: Map<Element, string[]>
}

/** Reads the KML of one station. Throws `WeatherError`. */
export function readForecast(kml: string, station: string, now: number): WeatherForecast {
  const { issued, placemark, steps, values } = parseKml(kml)
  const issuedAt = Date.parse(issued)
  if (placemark !== station || Number.isNaN(issuedAt) || steps.length === 0) throw new WeatherError('format')
  if (issuedAt < now - oldestMs || issuedAt > now + hourMs) throw new WeatherError('outdated')
  if (!values.has('Rad1h')) throw new WeatherError('no_irradiance')
  const listOf = (element: Element) => {
    const list = values.get(element) ?? []
    if (list.length !== steps.length) throw new WeatherError('format')
    return list
  }
  const [radiations, temperatures, winds] = [listOf('Rad1h'), listOf('TTT'), listOf('FF')]
  const hours = steps.flatMap((step, index): WeatherHour[] => {
    const at = Date.parse(step)
    const [radiation, kelvin, wind] = [radiations[index], temperatures[index], winds[index]].map(numberOf)
    if (Number.isNaN(at) || at % hourMs !== 0) throw new WeatherError('format')
    if (radiation === undefined || radiation === null) return []
    const hour = {
      at,
      radiation: Math.round(radiation),
      temperature: Math.round(((kelvin ?? usual.kelvin) - 273.15) * 10),
      wind: Math.round((wind ?? usual.wind) * 10),
    }
    if (hour.radiation < 0 || hour.radiation > most.radiation) throw new WeatherError('implausible')
    if (Math.abs(hour.temperature) > most.temperature || hour.wind < 0 || hour.wind > most.wind)
      throw new WeatherError('implausible')
    return [hour]
  })
  const ahead = new Set(hours.map(({ at }) => at).filter(at => at > now))
  if (ahead.size !== hours.filter(({ at }) => at > now).length) throw new WeatherError('format')
  if (radiationIsFlat(hours)) throw new WeatherError('implausible')
  // Every hour of the two days that a plan sees.
  const first = now - (now % hourMs) + hourMs
  for (let at = first; at < first + leastHours * hourMs; at += hourMs) {
    if (!ahead.has(at)) throw new WeatherError('incomplete')
  }
  return { issuedAt, hours }
}

/** A forecast is issued every six hours; one run may be missing. */
const oldestMs = 18 * hourMs
const leastHours = 49
/** More than the sun gives outside of the atmosphere, and weather that does not exist in the middle of Europe. */
const most = { radiation: 4_920, temperature: 550, wind: 600 }
const usual = { kelvin: 283.15, wind: 2 }

/** Not even in winter is it dark for ten days. */
function radiationIsFlat(hours: readonly WeatherHour[]): boolean {
  return new Set(hours.map(({ radiation }) => radiation)).size <= 1
}

/** `-` means unknown. */
function numberOf(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '-') return null
  const value = Number(text)
  if (!Number.isFinite(value)) throw new WeatherError('format')
  return value
}

function parseKml(kml: string): Found {
  const found: Found = { issued: '', placemark: '', steps: [], values: new Map() }
  const parser = new SaxesParser()
  const path: string[] = []
  let element: Element | undefined
  let text = ''
  parser.on('error', error => {
    throw new WeatherError('format', error)
  })
  parser.on('doctype', () => {
    throw new WeatherError('format')
  })
  parser.on('opentag', ({ name, attributes }) => {
    path.push(localName(name))
    // An element within another keeps its parents in memory.
    if (path.length > depthMax) throw new WeatherError('format')
    text = ''
    if (path.at(-1) === 'Forecast') {
      const named = attributes['dwd:elementName'] ?? attributes.elementName
      element = elements.find(known => known === named)
    }
  })
  parser.on('text', piece => {
    text += piece
  })
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    if (local === 'IssueTime') found.issued = text.trim()
    else if (local === 'TimeStep') found.steps.push(text.trim())
    else if (local === 'name' && path.at(-2) === 'Placemark') found.placemark = text.trim()
    else if (local === 'value' && element !== undefined) found.values.set(element, text.trim().split(/\s+/))
    else if (local === 'Forecast') element = undefined
    path.pop()
    text = ''
  })
  parser.write(kml).close()
  return found
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Minutes until a station is asked again, by the number of failed attempts. */
const pauseMinutes = [5, 10, 20, 40] as const
const longestPauseMinutes = 60

export function weatherPauseAfter(attempts: number): number {
  return pauseMinutes[attempts - 1] ?? longestPauseMinutes
}
