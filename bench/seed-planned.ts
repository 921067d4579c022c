/**
 * Gives the seeded sites the prerequisites of a plan: battery and car with their levels, a tariff, and four measured
 * weeks. The sites are silent, and are planned once they are heard.
 */
import { DatabaseSync } from 'node:sqlite'
import { plannedSites } from '#demo/house-plans.ts'
import { simulationOf } from '#demo/house-simulation.ts'
import { calendarDate, dayMs, instantText, systemClock } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { newStorageFields, storageColumnsOf } from '#server/features/energy/energy-storage.rules.ts'

const measuredDays = 28
const slotMs = 900_000
/** The sites count as heard during the measurement. */
const heardMs = 2 * 900_000

export function seedPlanned(file: string): void {
  const [house] = plannedSites
  if (house === undefined) throw new RangeError('the demo has no house')
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; begin')
  const now = systemClock.now().getTime()
  const at = instantText(new Date(now + heardMs))
  // Two years of one site are for other measurements.
  db.exec('delete from energy_site_day; delete from energy_site_slot; delete from energy_tariff')
  const sites = db.prepare('select id, customer_id from energy_site order by id').all() as Record<string, string>[]
  const first = sites[0]?.id ?? ''
  seedSlots(db, first, now)
  const copy = db.prepare(
    `insert into energy_site_slot (site_id, at_ms, date, import_mwh, export_mwh, pv_mwh, house_mwh, covered_ms, quality)
     select ?, at_ms, date, import_mwh, export_mwh, pv_mwh, house_mwh * ? / 100, covered_ms, quality
     from energy_site_slot where site_id = ?`,
  )
  const tariff = db.prepare(
    `insert into energy_tariff (id, site_id, customer_id, valid_from, name, prices, monthly_cents, created_at, updated_at)
     values (?, ?, ?, '2020-01-01', 'Ökostrom', ?, 1250, ?, ?)`,
  )
  const storage = db.prepare(
    `insert into energy_storage (id, site_id, customer_id, name, kind, technical, schedule, command_target, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const level = db.prepare(
    `update energy_channel set storage_id = ?, measure = 'level', role = ?, last_at = ?, last_value_millionths = ?
     where site_id = ? and key = ?`,
  )
  const prices = JSON.stringify(house.tariffs.at(-1)?.tariff)
  for (const [index, { id = '', customer_id: customerId = '' }] of sites.entries()) {
    if (id !== first) copy.run(id, 60 + (index % 80), first)
    tariff.run(newId(), id, customerId, prices, at, at)
    for (const planned of house.storages) {
      const storageId = newId()
      const columns = storageColumnsOf(newStorageFields({ siteId: id, ...planned, commandTarget: null }))
      const { name, kind, technical, schedule, command_target: target } = columns
      storage.run(storageId, id, customerId, name, kind, technical, schedule, target, at, at)
      const percent = 20 + (index % 60)
      level.run(storageId, kind, at, percent * 1e6, id, kind === 'car' ? 'car' : 'level')
    }
  }
  db.prepare(`update energy_site set state = 'silent', last_reading_at = ?`).run(at)
  db.exec('commit')
  db.close()
}

function seedSlots(db: DatabaseSync, siteId: string, now: number): void {
  const [house] = plannedSites
  const to = now - (now % slotMs)
  const from = to - measuredDays * dayMs
  const prices = Array.from({ length: (to - from) / slotMs }, () => ({ importCt: 30, exportCt: 8 }))
  const insert = db.prepare(
    `insert into energy_site_slot (site_id, at_ms, date, import_mwh, export_mwh, pv_mwh, house_mwh, covered_ms, quality)
     values (?, ?, ?, ?, 0, ?, ?, 900000, 'measured')`,
  )
  for (const { at, houseW, heatW, pvW } of house === undefined ? [] : simulationOf(house, { from, prices }).slots) {
    const mwh = (houseW + heatW) * 250
    insert.run(siteId, at, calendarDate(new Date(at)), mwh, pvW * 250, mwh)
  }
}
