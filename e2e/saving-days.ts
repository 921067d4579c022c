import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Portal } from './started-portal.ts'

/**
 * Results of the first three days of a month (`2024-03`) of the demo's site, as the nightly job stores them: saved, cost
 * more, without a result. Returns the site's id.
 */
export function storeSavings({ dataDir }: Portal, month: string): string {
  const database = new DatabaseSync(join(dataDir, 'portal.sqlite'), { timeout: 5_000 })
  database.exec('pragma foreign_keys = off')
  const site = String(database.prepare("select id from energy_site where name = 'Weingut, Hauptgebäude'").get()?.id)
  const add = database.prepare(
    `insert or replace into energy_saving (site_id, date, obstacle, covered_ms, actual_e4, none_e4, self_use_e4, rules_e4, bound_e4)
     values (?, ?, ?, 86400000, ?, ?, ?, ?, ?)`,
  )
  add.run(site, `${month}-01`, null, 20_000, 60_000, 50_000, 30_000, 10_000)
  add.run(site, `${month}-02`, null, 45_000, 60_000, 40_000, 40_000, 30_000)
  add.run(site, `${month}-03`, 'no_prices', null, null, null, null, null)
  database
    .prepare(
      `insert or ignore into energy_site_day (site_id, date, import_mwh, export_mwh, covered_ms, is_account_due, is_saving_due)
       values (?, ?, 1000000, 0, 86400000, 0, 0)`,
    )
    .run(site, `${month}-01`)
  database.close()
  return site
}
