import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Sites, their storages and the channels that are measured there. See 0080. */
export const energySites: Migration = {
  name: '0049-energy-sites',
  async up(db, engine) {
    await db.schema
      .createTable('energy_site')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('name_key', keyText(engine), c => c.notNull())
      .addColumn('street', 'text', c => c.notNull())
      .addColumn('zip', 'text', c => c.notNull())
      .addColumn('city', 'text', c => c.notNull())
      .addColumn('country', 'text', c => c.notNull())
      .addColumn('latitude_hundredths', 'integer', c => c.check(sql`latitude_hundredths between -9000 and 9000`))
      .addColumn('longitude_hundredths', 'integer', c => c.check(sql`longitude_hundredths between -18000 and 18000`))
      .addColumn('zone', 'text', c => c.notNull().check(sql`zone in ('DE-LU', 'AT')`))
      .addColumn('pv_watts', 'integer', c => c.notNull().check(sql`pv_watts >= 0`))
      .addColumn('planes', 'text', c => c.notNull())
      .addColumn('commissioned_on', 'text')
      .addColumn('has_smart_meter', 'integer', c => c.notNull().check(sql`has_smart_meter in (0, 1)`))
      .addColumn('max_import_w', 'integer', c => c.check(sql`max_import_w >= 0`))
      .addColumn('max_export_w', 'integer', c => c.check(sql`max_export_w >= 0`))
      .addColumn('can_curtail', 'integer', c => c.notNull().check(sql`can_curtail in (0, 1)`))
      .addColumn('control', keyText(engine), c => c.notNull().check(sql`control in ('off', 'suggest', 'on')`))
      .addColumn('is_demo', 'integer', c => c.notNull().check(sql`is_demo in (0, 1)`))
      .addColumn('state', keyText(engine), c => c.notNull().check(sql`state in ('ok', 'silent', 'unknown')`))
      .addColumn('last_reading_at', keyText(engine))
      .addColumn('key', 'text', c => c.unique())
      .addColumn('token_hash', 'text', c => c.unique())
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addCheckConstraint('energy_site_heard', sql`(state = 'unknown') = (last_reading_at is null)`)
      .addCheckConstraint('energy_site_token', sql`token_hash is null or key is not null`)
      .execute()
    // One index per sort, for one customer's list and for the admin's over all; over all, each filter has one in the
    // default order (decision 0019).
    for (const [name, columns] of Object.entries({
      energy_site_by_name_key: ['name_key', 'id', 'state', 'control'],
      energy_site_by_last_reading_at: ['last_reading_at', 'id', 'state', 'control'],
      energy_site_by_state: ['state', 'name_key', 'id', 'control'],
      energy_site_by_control: ['control', 'name_key', 'id', 'state'],
      energy_site_of_customer_by_name_key: ['customer_id', 'name_key', 'id', 'state', 'control'],
      energy_site_of_customer_by_last_reading_at: ['customer_id', 'last_reading_at', 'id', 'state', 'control'],
      energy_site_of_customer_by_id: ['customer_id', 'id', 'state', 'control'],
    })) {
      await db.schema.createIndex(name).on('energy_site').columns(columns).execute()
    }

    await db.schema
      .createTable('energy_storage')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('site_id', 'text', c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('kind', 'text', c => c.notNull().check(sql`kind in ('battery', 'car', 'heat')`))
      .addColumn('technical', 'text', c => c.notNull())
      .addColumn('schedule', 'text', c => c.notNull())
      .addColumn('command_target', 'text', c => c.notNull())
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()

    await db.schema
      .createTable('energy_channel')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('number', 'integer', c => c.notNull().unique())
      .addColumn('site_id', 'text', c => c.notNull().references('energy_site.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('storage_id', 'text', c => c.references('energy_storage.id').onDelete('set null'))
      .addColumn('key', keyText(engine), c => c.notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('role', 'text', c =>
        c.notNull().check(sql`role in ('grid', 'pv', 'battery', 'car', 'heat', 'house', 'consumer')`),
      )
      .addColumn('measure', 'text', c =>
        c
          .notNull()
          .check(sql`measure in ('power', 'import', 'export', 'generation', 'charge', 'discharge', 'consumption', 'level',
            'connected', 'temperature', 'dimmed')`),
      )
      .addColumn('factor_millionths', 'bigint', c => c.notNull().check(sql`factor_millionths <> 0`))
      .addColumn('max_w', 'integer', c => c.notNull().check(sql`max_w > 0`))
      .addColumn('source', 'text', c =>
        c.notNull().check(sql`source in ('push', 'evcc', 'homeassistant', 'shelly', 'tasmota', 'opendtu', 'topic')`),
      )
      .addColumn('source_topic', 'text', c => c.notNull())
      .addColumn('source_path', 'text', c => c.notNull())
      .addColumn('device', 'text', c => c.notNull())
      .addColumn('last_value_millionths', 'bigint')
      .addColumn('last_at', 'text')
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addUniqueConstraint('energy_channel_key', ['site_id', 'key'])
      .addCheckConstraint('energy_channel_heard', sql`(last_at is null) = (last_value_millionths is null)`)
      .execute()
    await db.schema
      .createIndex('energy_channel_of_storage')
      .on('energy_channel')
      .column('storage_id')
      .where(sql.ref('storage_id'), 'is not', sql.lit(null))
      .execute()
    for (const table of ['energy_storage', 'energy_channel']) {
      for (const owner of ['site', 'customer']) {
        await db.schema
          .createIndex(`${table}_of_${owner}`)
          .on(table)
          .columns([`${owner}_id`, 'id', `${owner === 'site' ? 'customer' : 'site'}_id`])
          .execute()
      }
    }
  },
}
