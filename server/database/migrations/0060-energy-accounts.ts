import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Cost and origin of the energy of each day. See 0090. */
export const energyAccounts: Migration = {
  name: '0060-energy-accounts',
  async up(db) {
    for (const column of [
      'origin_pv_mwh',
      'origin_battery_pv_mwh',
      'origin_battery_grid_mwh',
      'origin_grid_mwh',
      // Below zero where more was earned than paid.
      'cost_e8',
      'unpriced_mwh',
      'estimated_price_mwh',
    ]) {
      await db.schema.alterTable('energy_site_day').addColumn(column, 'bigint').execute()
    }
    await db.schema
      .alterTable('energy_site_day')
      // Days that are stored already are computed, too.
      .addColumn('is_account_due', 'integer', c => c.notNull().defaultTo(1).check(sql`is_account_due in (0, 1)`))
      .execute()
    await db.schema
      .createIndex('energy_site_day_due')
      .on('energy_site_day')
      .columns(['date', 'site_id'])
      .where(sql.ref('is_account_due'), '=', sql.lit(1))
      .execute()
  },
}
