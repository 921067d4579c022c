import type { Selectable } from 'kysely'
import type { EnergyForecastErrors } from '#contract/energy-forecasts.ts'
import type { EnergyForecastDayTable } from '#server/database/energy-tables.ts'

type Row = Selectable<EnergyForecastDayTable>
type Presented = EnergyForecastErrors['sums']['pv']

/** Measured days in order, and their sums. */
export function presentForecastDays(rows: readonly Row[]): Pick<EnergyForecastErrors, 'results' | 'sums'> {
  const results = rows.map(row => ({
    date: row.date,
    hasWeather: row.station_id !== null,
    load: presentError(row.load_slots, row.load_forecast_mwh, row.load_measured_mwh, row.load_error_mwh),
    pv: presentError(row.pv_slots, row.pv_forecast_mwh, row.pv_measured_mwh, row.pv_error_mwh),
  }))
  return { results, sums: { load: addUp(results.map(({ load }) => load)), pv: addUp(results.map(({ pv }) => pv)) } }
}

function presentError(
  slots: number | null,
  forecast: number | null,
  measured: number | null,
  error: number | null,
): Presented {
  if (slots === null || slots === 0) return null
  return {
    slots,
    forecastWh: (forecast ?? 0) / 1000,
    measuredWh: (measured ?? 0) / 1000,
    errorWh: (error ?? 0) / 1000,
  }
}

function addUp(errors: readonly Presented[]): Presented {
  const known = errors.filter(error => error !== null)
  if (known.length === 0) return null
  const sum = (name: 'slots' | 'forecastWh' | 'measuredWh' | 'errorWh') =>
    name === 'slots'
      ? known.reduce((all, error) => all + error.slots, 0)
      : known.reduce((all, error) => all + Math.round(error[name] * 1000), 0) / 1000
  return { slots: sum('slots'), forecastWh: sum('forecastWh'), measuredWh: sum('measuredWh'), errorWh: sum('errorWh') }
}
