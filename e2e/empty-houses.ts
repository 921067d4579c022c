import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Portal } from './started-portal.ts'

/** Leaves the houses of the demo without tariffs, storages and plans, for a journey that enters its own. */
export function emptyHouses(portal: Portal): void {
  const db = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 10_000 })
  db.exec('begin immediate; update energy_channel set storage_id = null')
  db.exec('update energy_site set plan_due_at = null, plan_due_cause = null')
  db.exec('delete from energy_plan; delete from energy_command; delete from energy_storage; delete from energy_tariff')
  db.exec('commit')
  db.close()
}
