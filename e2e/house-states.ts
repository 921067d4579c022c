import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { calendarDate, dayMs, hourMs, minuteMs, startOfBerlinDay } from '#server/clock.ts'
import type { Portal } from './started-portal.ts'

const slotMs = 15 * minuteMs

/** Turns a site into one last heard `agoMs` ago, with 900 MW at each channel of power. */
export function hear(portal: Portal, siteId: string, agoMs: number, state: 'ok' | 'silent'): void {
  const at = new Date(Date.now() - agoMs).toISOString()
  change(portal, db => {
    db.prepare('update energy_site set state = ?, last_reading_at = ? where id = ?').run(state, at, siteId)
    db.prepare(
      `update energy_channel set last_at = ?, last_value_millionths = 900000000000000, max_w = 900000000
       where site_id = ? and measure = 'power'`,
    ).run(at, siteId)
  })
}

/** Yesterday of a site: 200 MWh in each quarter-hour, but a gap from 00:15 to 01:15. Returns its date. */
export function measureYesterday(portal: Portal, siteId: string): string {
  const start = startOfBerlinDay(calendarDate(new Date(Date.now() - dayMs))).getTime()
  const date = calendarDate(new Date(start))
  change(portal, db => {
    const add = db.prepare(
      `insert into energy_site_slot (site_id, at_ms, date, import_mwh, pv_mwh, house_mwh, covered_ms, quality)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    for (let at = start; at < start + 12 * hourMs; at += slotMs) {
      const isGap = at >= start + slotMs && at < start + slotMs + hourMs
      const mwh = isGap ? null : 200_000_000_000
      add.run(siteId, at, date, mwh, mwh, mwh === null ? null : 2 * mwh, isGap ? 0 : slotMs, isGap ? 'gap' : 'measured')
    }
  })
  return date
}

/** Published values of a site's device, stored as by the intake until somebody assigns them. */
export function propose(portal: Portal, siteId: string): void {
  const at = new Date().toISOString()
  change(portal, db => {
    const add = db.prepare(
      `insert into energy_proposal (id, site_id, adapter, topic, path, name, role, measure, factor_millionths, unit, example,
         seen_at, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, 1000000, ?, ?, ?, ?)`,
    )
    const places = [
      ['evcc', 'evcc/site/gridPower', '', 'site/gridPower', 'grid', 'power', 'W', '412.5'],
      ['tasmota', 'tele/keller/SENSOR', 'SML.96_1_0', 'SML 96_1_0', null, null, '', '17'],
    ] as const
    for (const place of places) add.run(randomUUID(), siteId, ...place, at, at)
  })
}

function change({ dataDir }: Portal, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(dataDir, 'portal.sqlite'), { timeout: 10_000 })
  db.exec('begin immediate')
  work(db)
  db.exec('commit')
  db.close()
}
