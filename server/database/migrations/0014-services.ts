import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'
import { keepRowCounts } from './row-count-triggers.ts'

/**
 * Services in one table with a row of details for each kind: the list over all kinds pages from one index; their
 * collections and credentials, and the results of website checks.
 */
export const services: Migration = {
  name: '0014-services',
  async up(db, engine) {
    await db.schema
      .createTable('service_collection')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('name_key', keyText(engine), c => c.notNull())
      .addColumn('description', 'text', c => c.notNull())
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    // Ids are in the order of creation: sorting by id sorts by creation.
    for (const [name, columns] of Object.entries({
      service_collection_by_name_key: ['name_key', 'id'],
      service_collection_of_customer_by_name_key: ['customer_id', 'name_key', 'id'],
      service_collection_of_customer_by_id: ['customer_id', 'id'],
    })) {
      await db.schema.createIndex(name).on('service_collection').columns(columns).execute()
    }
    await keepRowCounts(db, engine, 'service_collection', [])

    await db.schema
      .createTable('service')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('type', keyText(engine), c =>
        c.notNull().check(sql`type in ('device_service', 'website_service', 'application_service')`),
      )
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('collection_id', 'text', c => c.references('service_collection.id'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('name_key', keyText(engine), c => c.notNull())
      .addColumn('description', 'text', c => c.notNull())
      .addColumn('urls', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('none', 'ok', 'problem', 'unknown')`))
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    // One index per sort, for one customer's list and for the admin's over all. Over all, each filter has one in the
    // default order (decision 0019).
    for (const [name, columns] of Object.entries({
      service_by_name_key: ['name_key', 'id', 'type', 'state'],
      service_by_state: ['state', 'name_key', 'id', 'type'],
      service_by_type: ['type', 'name_key', 'id', 'state'],
      service_by_type_and_state: ['type', 'state', 'name_key', 'id'],
      service_by_type_and_id: ['type', 'id', 'state'],
      service_of_customer_by_name_key: ['customer_id', 'name_key', 'id', 'type', 'state'],
      service_of_customer_by_type: ['customer_id', 'type', 'name_key', 'id', 'state'],
      service_of_customer_by_id: ['customer_id', 'id', 'type', 'state'],
      service_of_collection: ['collection_id', 'name_key', 'id', 'type', 'state'],
    })) {
      await db.schema.createIndex(name).on('service').columns(columns).execute()
    }
    await keepRowCounts(db, engine, 'service', ['type', 'state'])

    await db.schema
      .createTable('device_service')
      .addColumn('service_id', 'text', c => c.primaryKey().notNull().references('service.id').onDelete('cascade'))
      .addColumn('local_ip', 'text', c => c.notNull())
      .addColumn('external_ip', 'text', c => c.notNull())
      .addColumn('mac_address', 'text', c => c.notNull())
      .execute()

    await db.schema
      .createTable('website_service')
      .addColumn('service_id', 'text', c => c.primaryKey().notNull().references('service.id').onDelete('cascade'))
      .addColumn('is_watched', 'integer', c => c.notNull().check(sql`is_watched in (0, 1)`))
      .addColumn('next_check_at', keyText(engine))
      .addColumn('checked_at', 'text')
      .addColumn('outcome', 'text', c =>
        c.check(sql`outcome in ('ok', 'dns', 'refused', 'timeout', 'tls', 'status', 'blocked')`),
      )
      .addColumn('status_code', 'integer')
      .addColumn('response_ms', 'integer', c => c.check(sql`response_ms >= 0`))
      .addColumn('failures_in_row', 'integer', c => c.notNull().check(sql`failures_in_row >= 0`))
      .addColumn('failing_since', 'text')
      .addColumn('certificate_expires_at', keyText(engine))
      .addColumn('certificate_warned_for', 'text')
      .addCheckConstraint('website_service_checked', sql`(checked_at is null) = (outcome is null)`)
      .addCheckConstraint('website_service_failing', sql`(failures_in_row = 0) = (failing_since is null)`)
      .execute()
    for (const column of ['next_check_at', 'certificate_expires_at'] as const) {
      await db.schema
        .createIndex(`website_service_by_${column}`)
        .on('website_service')
        .column(column)
        .where(sql.ref(column), 'is not', sql.lit(null))
        .execute()
    }

    await db.schema
      .createTable('website_day')
      .addColumn('service_id', 'text', c => c.notNull().references('website_service.service_id').onDelete('cascade'))
      .addColumn('date', keyText(engine), c => c.notNull())
      .addColumn('checks', 'integer', c => c.notNull().check(sql`checks > 0`))
      .addColumn('failures', 'integer', c => c.notNull().check(sql`failures between 0 and checks`))
      .addColumn('total_ms', 'bigint', c => c.notNull())
      .addColumn('slowest_ms', 'integer', c => c.notNull())
      .addPrimaryKeyConstraint('website_day_primary', ['service_id', 'date'])
      .execute()
    await db.schema.createIndex('website_day_by_date').on('website_day').column('date').execute()

    await db.schema
      .createTable('website_outage')
      .addColumn('service_id', 'text', c => c.notNull().references('website_service.service_id').onDelete('cascade'))
      .addColumn('started_at', keyText(engine), c => c.notNull())
      .addColumn('ended_at', keyText(engine))
      .addColumn('error', 'text', c =>
        c.notNull().check(sql`error in ('dns', 'refused', 'timeout', 'tls', 'status', 'blocked')`),
      )
      .addColumn('status_code', 'integer')
      .addPrimaryKeyConstraint('website_outage_primary', ['service_id', 'started_at'])
      .execute()
    await db.schema.createIndex('website_outage_by_end').on('website_outage').column('ended_at').execute()

    await db.schema
      .createTable('application_service')
      .addColumn('service_id', 'text', c => c.primaryKey().notNull().references('service.id').onDelete('cascade'))
      .addColumn('version', 'text', c => c.notNull())
      .addColumn('last_alive_at', 'text')
      .addColumn('period_minutes', 'integer', c => c.notNull().check(sql`period_minutes > 0`))
      .addColumn('silent_at', keyText(engine))
      .addColumn('heartbeat_token_hash', 'text', c => c.unique())
      .addCheckConstraint('application_service_heard', sql`(last_alive_at is null) = (silent_at is null)`)
      .execute()
    await db.schema
      .createIndex('application_service_by_silent_at')
      .on('application_service')
      .column('silent_at')
      .where(sql.ref('silent_at'), 'is not', sql.lit(null))
      .execute()

    await db.schema
      .createTable('service_credential')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('service_id', 'text', c => c.notNull().references('service.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('label', 'text', c => c.notNull())
      .addColumn('username', 'text', c => c.notNull())
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    for (const owner of ['service', 'customer']) {
      await db.schema
        .createIndex(`service_credential_of_${owner}`)
        .on('service_credential')
        .columns([`${owner}_id`, 'id'])
        .execute()
    }
    await keepRowCounts(db, engine, 'service_credential', [])
  },
}
