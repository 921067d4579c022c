/** Forecast errors of a site, day by day. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { calendarDate, instant } from './fields.ts'

export const weatherSources = ['dwd'] as const
export type WeatherSource = (typeof weatherSources)[number]

/** Shown with every forecast based on its weather, as CC BY 4.0 requires. */
export const weatherSourceLine = 'Wettervorhersage: Deutscher Wetterdienst (DWD), MOSMIX_L, CC BY 4.0.'

/** Why the forecast of a site lacks weather, in the order in which reasons are checked. */
export const weatherObstacles = ['off', 'no_modules', 'no_place', 'no_station', 'no_forecast'] as const
export type WeatherObstacle = (typeof weatherObstacles)[number]

/** Quarter-hours that were forecast and measured, with their sums in Wh. */
const forecastError = z.nullable(
  z.object({
    slots: z.int(),
    forecastWh: z.number(),
    measuredWh: z.number(),
    /** The sum of the absolute differences of all quarter-hours. */
    errorWh: z.number(),
  }),
)

export const energyForecastErrors = z.object({
  /** The station whose weather is used now; null if there is an obstacle. */
  weather: z.nullable(
    z.object({
      stationId: z.string(),
      station: z.string(),
      distanceKm: z.number(),
      issuedAt: instant,
      source: z.string(),
    }),
  ),
  obstacle: z.nullable(z.enum(weatherObstacles)),
  /** Past days, in order, each with the forecast made at the midnight at which it began. */
  results: z.array(
    z.object({
      date: z.string(),
      /** Made with the weather of a station. */
      hasWeather: z.boolean(),
      load: forecastError,
      pv: forecastError,
    }),
  ),
  sums: z.object({ load: forecastError, pv: forecastError }),
})
export type EnergyForecastErrors = z.output<typeof energyForecastErrors>

export const energyForecasts = defineEndpoints({
  errors: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/forecast-errors/',
    access: 'customer',
    summary:
      'How far the forecasts of a site were off, from `from` until before `to`, dates of Europe/Berlin; the last 30 days without them.',
    query: z.strictObject({ from: z.optional(calendarDate), to: z.optional(calendarDate) }),
    response: energyForecastErrors,
  },
})
