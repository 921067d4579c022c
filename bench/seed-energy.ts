/** Sites with senders for the measurements, one of them with two years of quarter-hours and days. */
import { DatabaseSync } from 'node:sqlite'
import { hashToken } from '#server/auth/tokens.ts'
import { calendarDate, dayMs, plusMs, startOfBerlinDay, systemClock } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'

export const benchSites = 500
export const benchChannels = [
  ['grid', 'grid', 'power'],
  ['pv', 'pv', 'power'],
  ['battery', 'battery', 'power'],
  ['level', 'battery', 'level'],
  ['heat', 'heat', 'power'],
  ['car', 'car', 'power'],
  ['import', 'grid', 'import'],
  ['export', 'grid', 'export'],
] as const

const measuredDays = 730
/** Some minutes of readings: the sites have sent before, and PostgreSQL knows that there are many readings. */
const readingsOfChannel = 50
const slotMs = 900_000

export function benchSiteKey(n: number): string {
  return `bench-${n}`
}

export function benchSiteToken(n: number): string {
  return `bench-energy-token-${n}`
}

/** The value of a channel at an instant: counters rise by a kilowatt-hour in an hour. */
export function benchValue(measure: (typeof benchChannels)[number][2], at: number): number {
  if (measure === 'power') return Math.round(Math.random() * 3_000)
  return measure === 'level' ? 50 : Math.round(at / 3_600)
}

/** Returns the id of the site with two years of data. */
export function seedEnergy(file: string): string {
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; begin')
  const customers = db.prepare('select id from customer order by id').all() as { id: string }[]
  const at = systemClock.now().toISOString()
  const site = db.prepare(
    `insert into energy_site (id, customer_id, name, name_key, street, zip, city, country, zone, pv_watts, planes,
       has_smart_meter, can_curtail, control, is_demo, state, key, token_hash, created_at, updated_at)
     values (?, ?, ?, ?, '', '', '', 'DE', 'DE-LU', 9800, '[]', 0, 0, 'off', 0, 'unknown', ?, ?, ?, ?)`,
  )
  const channel = db.prepare(
    `insert into energy_channel (id, number, site_id, customer_id, key, name, role, measure, factor_millionths, max_w,
       source, source_topic, source_path, device, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, 1000000, 30000, 'push', '', '', '', ?, ?)`,
  )
  const reading = db.prepare('insert into energy_reading (channel_number, at_ms, value_millionths) values (?, ?, ?)')
  const now = systemClock.now().getTime()
  let number = 0
  let first = ''
  for (let n = 0; n < benchSites; n += 1) {
    const [id, name, customerId] = [newId(), `Anlage ${n}`, customers[n % customers.length]?.id ?? '']
    site.run(id, customerId, name, name.toLowerCase(), benchSiteKey(n), hashToken(benchSiteToken(n)), at, at)
    for (const [key, role, measure] of benchChannels) {
      number += 1
      channel.run(newId(), number, id, customerId, key, key, role, measure, at, at)
      for (let age = 1; age <= readingsOfChannel; age += 1) {
        const readAt = now - age * 10_000
        reading.run(number, readAt, benchValue(measure, readAt) * 1_000_000)
      }
    }
    if (n > 0) continue
    first = id
    seedHistory(db, { id, customerId, at })
  }
  db.prepare(`insert into number_sequence (name, last_value) values ('energy_channel', ?)`).run(number)
  // The statistics of the tickets' seed contain empty tables here, which leads to query plans that no portal has.
  db.exec('commit; analyze')
  db.close()
  return first
}

/** A tariff, and slots and days up to yesterday. */
function seedHistory(db: DatabaseSync, { id, customerId, at }: { id: string; customerId: string; at: string }): void {
  const prices = {
    vat: 0.19,
    supply: { spotShare: 0, ct: 12.4 },
    gridFee: { ct: 9.53, windows: [{ from: '00:00', to: '06:00', ct: 0.95 }] },
    leviesCt: 4.63,
    feedIn: { ct: 7.86, spotShare: 0, zeroWhenSpotNegative: false },
  }
  db.prepare(
    `insert into energy_tariff (id, site_id, customer_id, valid_from, name, prices, monthly_cents, created_at, updated_at)
     values (?, ?, ?, '2020-01-01', 'Ökostrom', ?, 1250, ?, ?)`,
  ).run(newId(), id, customerId, JSON.stringify(prices), at, at)
  const slot = db.prepare(
    `insert into energy_site_slot (site_id, at_ms, date, import_mwh, export_mwh, pv_mwh, charge_mwh, discharge_mwh,
       house_mwh, car_mwh, heat_mwh, unexplained_mwh, level_thousandths, covered_ms, quality)
     values (?, ?, ?, 90000, 20000, 150000, 60000, 30000, 130000, 20000, 40000, 0, 50000, 900000, 'measured')`,
  )
  const day = db.prepare(
    `insert into energy_site_day (site_id, date, import_mwh, export_mwh, pv_mwh, charge_mwh, discharge_mwh, house_mwh,
       car_mwh, heat_mwh, unexplained_mwh, level_thousandths, covered_ms, origin_pv_mwh, origin_battery_pv_mwh,
       origin_battery_grid_mwh, origin_grid_mwh, cost_e8, unpriced_mwh, estimated_price_mwh, is_account_due)
     select site_id, date, sum(import_mwh), sum(export_mwh), sum(pv_mwh), sum(charge_mwh), sum(discharge_mwh),
       sum(house_mwh), sum(car_mwh), sum(heat_mwh), 0, 50000, sum(covered_ms), sum(pv_mwh), 0, 0, 0, 5000000, 0, 0, 0
     from energy_site_slot where site_id = ? group by date`,
  )
  const today = startOfBerlinDay(calendarDate(systemClock.now()))
  for (let time = plusMs(today, -measuredDays * dayMs); time < today; time = plusMs(time, slotMs)) {
    slot.run(id, time.getTime(), calendarDate(time))
  }
  day.run(id)
}
