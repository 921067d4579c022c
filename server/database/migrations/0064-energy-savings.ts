import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** The alternative costs of a site's days. See 0096. */
export const energySavings: Migration = {
  name: '0064-energy-savings',
  async up(db, engine) {
    await db.schema
      .alterTable('energy_site_day')
      // 2: is being computed. Days that are stored already are computed, too.
      .addColumn('is_saving_due', 'integer', c => c.notNull().defaultTo(1).check(sql`is_saving_due in (0, 1, 2)`))
      .execute()
    await db.schema
      .createIndex('energy_site_day_saving_due')
      .on('energy_site_day')
      .columns(['date', 'site_id'])
      .where(sql.ref('is_saving_due'), '>', sql.lit(0))
      .execute()
    let table = db.schema
      .createTable('energy_saving')
      .addColumn('site_id', keyText(engine), c => c.notNull())
      .addColumn('date', keyText(engine), c => c.notNull())
      .addColumn('obstacle', 'text', c =>
        c.check(sql`obstacle in ('coverage', 'no_storage', 'no_level', 'no_tariff', 'no_prices', 'failed')`),
      )
      .addColumn('covered_ms', 'integer', c => c.notNull().check(sql`covered_ms >= 0`))
    for (const cost of ['actual', 'none', 'self_use', 'rules', 'bound']) {
      table = table.addColumn(`${cost}_e4`, 'bigint', c =>
        c.check(sql`(obstacle is null) = (${sql.ref(`${cost}_e4`)} is not null)`),
      )
    }
    await table
      .addPrimaryKeyConstraint('energy_saving_primary', ['site_id', 'date'])
      .addForeignKeyConstraint(
        'energy_saving_day',
        ['site_id', 'date'],
        'energy_site_day',
        ['site_id', 'date'],
        constraint => constraint.onDelete('cascade'),
      )
      .execute()
  },
}
