import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** The days with stored prices, and when the others are requested again; the plans made with them. See 0084, 0086. */
export const energyPlans: Migration = {
  name: '0056-energy-plans',
  async up(db, engine) {
    await db.schema
      .createTable('energy_price_day')
      .addColumn('zone', keyText(engine), c => c.notNull().check(sql`zone in ('DE-LU', 'AT')`))
      .addColumn('date', keyText(engine), c => c.notNull())
      .addColumn('is_done', 'integer', c => c.notNull().check(sql`is_done in (0, 1)`))
      .addColumn('attempts', 'integer', c => c.notNull())
      .addColumn('next_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('energy_price_day_key', ['zone', 'date'])
      .execute()
    await db.schema
      .createTable('energy_plan')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('site_id', 'text', c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('at_ms', 'bigint', c => c.notNull())
      .addColumn('made_at', 'text', c => c.notNull())
      .addColumn('plan', 'text', c => c.notNull())
      .addUniqueConstraint('energy_plan_slot', ['site_id', 'at_ms'])
      .execute()
    await db.schema.createIndex('energy_plan_by_age').on('energy_plan').column('at_ms').execute()
  },
}
