import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Tariffs of sites, and the prices of the exchange. See 0083. */
export const energyTariffs: Migration = {
  name: '0055-energy-tariffs',
  async up(db, engine) {
    await db.schema
      .createTable('energy_tariff')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('site_id', 'text', c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('valid_from', keyText(engine), c => c.notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('prices', 'text', c => c.notNull())
      .addColumn('monthly_cents', 'integer', c => c.notNull())
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addUniqueConstraint('energy_tariff_day', ['site_id', 'valid_from'])
      .execute()
    await db.schema
      .createIndex('energy_tariff_by_valid_from')
      .on('energy_tariff')
      .columns(['valid_from', 'id'])
      .execute()
    for (const owner of ['site', 'customer']) {
      await db.schema
        .createIndex(`energy_tariff_of_${owner}`)
        .on('energy_tariff')
        .columns([`${owner}_id`, 'valid_from', 'id', `${owner === 'site' ? 'customer' : 'site'}_id`])
        .execute()
    }
    await db.schema
      .createTable('energy_price')
      .addColumn('zone', keyText(engine), c => c.notNull().check(sql`zone in ('DE-LU', 'AT')`))
      .addColumn('at_ms', 'bigint', c => c.notNull())
      .addColumn('spot_thousandths', 'integer', c => c.notNull())
      .addColumn('source', 'text', c => c.notNull().check(sql`source in ('energy_charts', 'smard')`))
      .addPrimaryKeyConstraint('energy_price_key', ['zone', 'at_ms'])
      .execute()
  },
}
