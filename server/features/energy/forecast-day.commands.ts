/** Stores the forecast of each day as it was when the day began, and its error in the following night. */
import { calendarDate, dayMs, hourMs, plusMs, startOfBerlinDay } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { listSitesToForecast, listUnmeasuredDays, readMeasured } from './forecast-day.queries.ts'
import { errorOf } from './pv-forecast.rules.ts'
import { readForecast } from './site-forecast.queries.ts'

/** A later forecast would know too much of its day. */
const madeWithinMs = hourMs
const daysPerRun = 200
const keptDays = 400

/** Stores the forecasts of sites that are heard, once each, within the first hour of a day. */
export async function keepForecasts(runtime: Runtime): Promise<void> {
  const { db, clock } = runtime
  const date = calendarDate(clock.now())
  const from = startOfBerlinDay(date).getTime()
  if (clock.now().getTime() - from >= madeWithinMs) return
  const steps = (startOfBerlinDay(dateAfter(date, 1)).getTime() - from) / slotMs
  for (const site of await listSitesToForecast(db, date)) {
    const { loadW, pvW, stationId } = await readForecast(db, site, from, steps)
    await db
      .insertInto('energy_forecast_day')
      .values({
        ...{ site_id: site.id, date, from_ms: from, station_id: stationId },
        load_w: loadW === null ? null : JSON.stringify(loadW),
        pv_w: pvW === null ? null : JSON.stringify(pvW),
      })
      .onConflict(conflict => conflict.columns(['site_id', 'date']).doNothing())
      .execute()
  }
}

/** Stores the errors of days that are over and accounted for. Their curves are no longer needed. */
export async function measureForecasts({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const before = calendarDate(clock.now())
  for (const day of await listUnmeasuredDays(db, { before, limit: daysPerRun })) {
    const { load, pv } = await readMeasured(db, day)
    const ofLoad = day.load_w === null ? null : errorOf(JSON.parse(day.load_w), day.from_ms, load)
    const ofPv = day.pv_w === null ? null : errorOf(JSON.parse(day.pv_w), day.from_ms, pv)
    await db
      .updateTable('energy_forecast_day')
      .set({
        ...{ is_measured: 1, load_w: null, pv_w: null },
        load_slots: ofLoad?.slots ?? null,
        load_forecast_mwh: ofLoad?.forecastMwh ?? null,
        load_measured_mwh: ofLoad?.measuredMwh ?? null,
        load_error_mwh: ofLoad?.errorMwh ?? null,
        pv_slots: ofPv?.slots ?? null,
        pv_forecast_mwh: ofPv?.forecastMwh ?? null,
        pv_measured_mwh: ofPv?.measuredMwh ?? null,
        pv_error_mwh: ofPv?.errorMwh ?? null,
      })
      .where('site_id', '=', day.site_id)
      .where('date', '=', day.date)
      .execute()
  }
  await db
    .deleteFrom('energy_forecast_day')
    .where('date', '<', calendarDate(plusMs(clock.now(), -keptDays * dayMs)))
    .execute()
}
