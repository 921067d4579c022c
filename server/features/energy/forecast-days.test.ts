import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EnergyForecastErrors } from '#contract/energy-forecasts.ts'
import { calendarDate, dayMs, hourMs, startOfBerlinDay } from '#server/clock.ts'
import { buildSite } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { startWeatherStandIn, type WeatherStandIn } from '#server/testing/weather-stand-in.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { keepForecasts, measureForecasts } from './forecast-day.commands.ts'
import { readForecast } from './site-forecast.queries.ts'
import { fetchWeather } from './weather-fetch.commands.ts'

const heard = { state: 'ok', last_reading_at: '2026-03-01T00:00:00.000Z' } as const
const cologne = { ...heard, latitude_hundredths: 5087, longitude_hundredths: 714, pv_watts: 9800 } as const

describe.each(engines)('forecasts of days on %s', engine => {
  let standIn: WeatherStandIn
  let portal: TestApp
  beforeEach(async () => {
    standIn = await startWeatherStandIn(() => portal.clock.now())
    portal = await openTestApp(engine, { env: { ENERGY_WEATHER: 'dwd', OUTGOING_ALLOW: standIn.hostPort } })
    // Ten minutes after midnight in Berlin.
    const { clock } = portal
    const midnight = startOfBerlinDay(dateAfter(calendarDate(clock.now()), 1)).getTime()
    clock.advance(midnight + 10 * 60_000 - clock.now().getTime())
  })
  afterEach(async () => {
    await portal.close()
    await standIn.close()
  })

  const today = () => calendarDate(portal.clock.now())
  const startOf = (date: string) => startOfBerlinDay(date).getTime()

  /** Measured quarter-hours of a date: 500 W of the house, and 2,000 W of sun for six hours. */
  async function measure(siteId: string, date: string, houseW = 500) {
    const from = startOf(date)
    const rows = Array.from({ length: (startOf(dateAfter(date, 1)) - from) / slotMs }, (_, step) => ({
      ...{ site_id: siteId, at_ms: from + step * slotMs, date, covered_ms: slotMs, quality: 'measured' as const },
      house_mwh: houseW * 250,
      pv_mwh: step >= 40 && step < 64 ? 500_000 : 0,
    }))
    await portal.runtime.db.insertInto('energy_site_slot').values(rows).execute()
    await portal.runtime.db
      .insertInto('energy_site_day')
      .values({ site_id: siteId, date, covered_ms: dayMs, is_account_due: 0 })
      .execute()
  }

  const errorsOf = async (siteId: string): Promise<EnergyForecastErrors> => {
    const admin = await portal.client('admin')
    const answer = await admin.get(`/api/backend/energy-sites/${siteId}/forecast-errors/`)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  it('are kept when a day begins, and measured in the night after it', async () => {
    const site = await buildSite(portal.runtime, cologne)
    await fetchWeather(portal.runtime, standIn.bases)
    for (const days of [-3, -2, -1]) await measure(site.id, dateAfter(today(), days))
    await keepForecasts(portal.runtime)
    await keepForecasts(portal.runtime)
    const kept = await portal.runtime.db.selectFrom('energy_forecast_day').selectAll().execute()
    expect(kept.map(({ date, station_id }) => [date, station_id])).toEqual([[today(), '10513']])
    expect((await errorsOf(site.id)).results).toEqual([])

    const date = today()
    await measure(site.id, date, 600)
    portal.clock.advance(dayMs)
    await measureForecasts(portal.runtime)
    const { results, sums, weather, obstacle } = await errorsOf(site.id)
    expect(results).toHaveLength(1)
    const [day] = results
    expect(day).toMatchObject({ date, hasWeather: true })
    expect(day?.load).toMatchObject({ slots: 96, measuredWh: 14_400, forecastWh: 12_000, errorWh: 2_400 })
    expect(day?.pv?.measuredWh).toBe(12_000)
    expect(day?.pv?.forecastWh).toBeGreaterThan(10_000)
    expect(sums).toEqual({ load: day?.load, pv: day?.pv })
    expect(obstacle).toBeNull()
    expect(weather).toMatchObject({ stationId: '10513', station: 'KOELN/BONN' })
    expect(weather?.source).toContain('CC BY 4.0')
  })

  it('are not kept for a day that began an hour ago, or for a silent site', async () => {
    await buildSite(portal.runtime, { ...cologne, state: 'silent' })
    await keepForecasts(portal.runtime)
    await buildSite(portal.runtime, cologne)
    portal.clock.advance(hourMs)
    await keepForecasts(portal.runtime)
    expect(await portal.runtime.db.selectFrom('energy_forecast_day').selectAll().execute()).toEqual([])
  })

  it('use the weather where it is known for all of it, else the last days', async () => {
    const site = await buildSite(portal.runtime, cologne)
    const row = await portal.runtime.db
      .selectFrom('energy_site')
      .selectAll()
      .where('id', '=', site.id)
      .executeTakeFirstOrThrow()
    await measure(site.id, dateAfter(today(), -1))
    const from = startOf(today())
    const without = await readForecast(portal.runtime.db, row, from, 192)
    expect(without.stationId).toBeNull()
    expect(Math.max(...(without.pvW ?? []))).toBe(2000)
    await fetchWeather(portal.runtime, standIn.bases)
    const withWeather = await readForecast(portal.runtime.db, row, from, 192)
    expect(withWeather.stationId).toBe('10513')
    expect(Math.max(...(withWeather.pvW ?? []))).toBeGreaterThan(3000)
    // Further than the forecast reaches.
    const far = await readForecast(portal.runtime.db, row, from, 12 * 96)
    expect(far.stationId).toBeNull()
  })

  it('name the missing prerequisite', async () => {
    const { db } = portal.runtime
    const site = await buildSite(portal.runtime, heard)
    const obstacleAfter = async (change: object) => {
      await db.updateTable('energy_site').set(change).where('id', '=', site.id).execute()
      return (await errorsOf(site.id)).obstacle
    }
    expect(await obstacleAfter({ state: 'ok' })).toBe('no_modules')
    expect(await obstacleAfter({ pv_watts: 9800 })).toBe('no_place')
    const { latitude_hundredths, longitude_hundredths } = cologne
    expect(await obstacleAfter({ latitude_hundredths, longitude_hundredths })).toBe('no_station')
    standIn.faults = { 10513: 'half' }
    await fetchWeather(portal.runtime, standIn.bases)
    expect(await obstacleAfter({ state: 'ok' })).toBe('no_forecast')
    const off = await openTestApp(engine)
    const elsewhere = await buildSite(off.runtime, cologne)
    const admin = await off.client('admin')
    const answer = await admin.get(`/api/backend/energy-sites/${elsewhere.id}/forecast-errors/`)
    expect(answer.json().obstacle).toBe('off')
    await off.close()
  })
})
