import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'
import { keepRowCounts } from './row-count-triggers.ts'

/** Domains at DNS providers, host names kept right there, and the endpoints routers call; calls and changes. */
export const dnsUpdater: Migration = {
  name: '0053-dns-updater',
  async up(db, engine) {
    const failures = sql`('key', 'zone', 'name', 'input', 'blocked', 'unsupported', 'limit', 'unavailable', 'conflict', 'unknown', 'answer', 'no_key', 'not_published')`

    await db.schema
      .createTable('dns_domain')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('domain', keyText(engine), c => c.notNull())
      .addColumn('type', keyText(engine), c =>
        c.notNull().check(sql`type in ('powerdns', 'rfc2136', 'dyndns2', 'hetzner', 'desec', 'cloudflare', 'ionos')`),
      )
      .addColumn('options', 'text', c => c.notNull())
      .addColumn('name_servers', 'text', c => c.notNull())
      .addColumn('sealed_api_key', 'text')
      .addColumn('ttl_min', 'integer', c => c.check(sql`ttl_min > 0`))
      .addColumn('last_check', 'text')
      .addColumn('failure', 'text', c => c.check(sql`failure in ${failures}`))
      .addColumn('failure_detail', 'text', c => c.notNull().defaultTo(''))
      .addColumn('failing_since', 'text')
      .addColumn('writer', 'text')
      .addColumn('writing_until', 'text')
      .addColumn('incident_at', 'text')
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addUniqueConstraint('dns_domain_of_customer_once', ['customer_id', 'domain'])
      .addCheckConstraint('dns_domain_failing', sql`(failure is null) = (failing_since is null)`)
      .addCheckConstraint('dns_domain_writing', sql`(writer is null) = (writing_until is null)`)
      .execute()
    for (const [name, columns] of Object.entries({
      dns_domain_by_domain: ['domain', 'id', 'type'],
      dns_domain_by_type: ['type', 'domain', 'id'],
      dns_domain_of_customer_by_domain: ['customer_id', 'domain', 'id', 'type'],
      dns_domain_of_customer_by_id: ['customer_id', 'id', 'type'],
    })) {
      await db.schema.createIndex(name).on('dns_domain').columns(columns).execute()
    }
    await keepRowCounts(db, engine, 'dns_domain', ['type'])

    await db.schema
      .createTable('dns_hostname')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('domain_id', 'text', c => c.notNull().references('dns_domain.id').onDelete('cascade'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('full_name', keyText(engine), c => c.notNull())
      .addColumn('type', 'text', c => c.notNull().check(sql`type in ('A', 'AAAA')`))
      .addColumn('source', 'text', c => c.notNull().check(sql`source in ('reported', 'prefix', 'fixed')`))
      .addColumn('suffix', 'text', c => c.notNull().defaultTo(''))
      .addColumn('value', 'text', c => c.notNull().defaultTo(''))
      .addColumn('generation', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('ttl', 'integer', c => c.notNull().check(sql`ttl >= 300`))
      .addColumn('cause', 'text', c => c.notNull().defaultTo('portal').check(sql`cause in ('router', 'portal')`))
      .addColumn('state', keyText(engine), c =>
        c
          .notNull()
          .defaultTo('waiting')
          .check(sql`state in ('waiting', 'pending', 'published', 'current', 'retrying', 'failed', 'differs')`),
      )
      .addColumn('written_value', 'text', c => c.notNull().defaultTo(''))
      .addColumn('written_ttl', 'integer')
      .addColumn('last_update_at', 'text')
      .addColumn('verified_at', 'text')
      .addColumn('verified_by', 'text', c => c.check(sql`verified_by in ('servers', 'provider')`))
      .addColumn('reported_at', 'text')
      .addColumn('found_values', 'text', c => c.notNull().defaultTo('[]'))
      .addColumn('is_overwriting', 'integer', c => c.notNull().defaultTo(0).check(sql`is_overwriting in (0, 1)`))
      .addColumn('failure', 'text', c => c.check(sql`failure in ${failures}`))
      .addColumn('failure_detail', 'text', c => c.notNull().defaultTo(''))
      .addColumn('failing_since', 'text')
      .addColumn('attempts', 'integer', c => c.notNull().defaultTo(0).check(sql`attempts >= 0`))
      .addColumn('next_attempt_at', keyText(engine))
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addUniqueConstraint('dns_hostname_once', ['name', 'domain_id', 'type'])
      .addCheckConstraint('dns_hostname_waiting', sql`(value = '') = (state = 'waiting')`)
      .addCheckConstraint('dns_hostname_suffix', sql`(suffix <> '') = (source = 'prefix')`)
      .execute()
    for (const [name, columns] of Object.entries({
      dns_hostname_by_full_name: ['full_name', 'id', 'state'],
      dns_hostname_by_state: ['state', 'full_name', 'id'],
      dns_hostname_of_customer_by_full_name: ['customer_id', 'full_name', 'id', 'state'],
      dns_hostname_of_customer_by_id: ['customer_id', 'id', 'state'],
      dns_hostname_of_domain: ['domain_id', 'full_name', 'id', 'state'],
    })) {
      await db.schema.createIndex(name).on('dns_hostname').columns(columns).execute()
    }
    await db.schema
      .createIndex('dns_hostname_by_next_attempt_at')
      .on('dns_hostname')
      .columns(['next_attempt_at', 'domain_id'])
      .where(sql.ref('next_attempt_at'), 'is not', sql.lit(null))
      .execute()
    await keepRowCounts(db, engine, 'dns_hostname', ['state'])

    await db.schema
      .createTable('dns_endpoint')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('name_key', keyText(engine), c => c.notNull())
      .addColumn('router', 'text', c => c.notNull())
      .addColumn('request_template', 'text', c => c.notNull())
      .addColumn('is_active', 'integer', c => c.notNull().check(sql`is_active in (0, 1)`))
      .addColumn('device_id', 'text', c => c.references('service.id').onDelete('set null'))
      .addColumn('user_name', 'text', c => c.notNull().unique())
      .addColumn('token_hash', 'text')
      .addColumn('previous_token_hash', 'text')
      .addColumn('previous_token_until', 'text')
      .addColumn('last_call_id', 'text')
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addCheckConstraint(
        'dns_endpoint_previous_token',
        sql`(previous_token_hash is null) = (previous_token_until is null)`,
      )
      .execute()
    for (const [name, columns] of Object.entries({
      dns_endpoint_by_name_key: ['name_key', 'id'],
      dns_endpoint_of_customer_by_name_key: ['customer_id', 'name_key', 'id'],
      dns_endpoint_of_customer_by_id: ['customer_id', 'id'],
      dns_endpoint_of_device: ['device_id'],
    })) {
      await db.schema.createIndex(name).on('dns_endpoint').columns(columns).execute()
    }
    await keepRowCounts(db, engine, 'dns_endpoint', [])

    await db.schema
      .createTable('dns_endpoint_hostname')
      .addColumn('endpoint_id', 'text', c => c.notNull().references('dns_endpoint.id').onDelete('cascade'))
      .addColumn('hostname_id', 'text', c => c.notNull().references('dns_hostname.id').onDelete('cascade'))
      .addColumn('position', 'integer', c => c.notNull())
      .addPrimaryKeyConstraint('dns_endpoint_hostname_primary', ['endpoint_id', 'hostname_id'])
      .execute()
    await db.schema
      .createIndex('dns_endpoint_hostname_of_hostname')
      .on('dns_endpoint_hostname')
      .column('hostname_id')
      .execute()

    await db.schema
      .createTable('dns_call')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('endpoint_id', 'text', c => c.notNull().references('dns_endpoint.id').onDelete('cascade'))
      .addColumn('at', keyText(engine), c => c.notNull())
      .addColumn('address', 'text', c => c.notNull())
      .addColumn('user_agent', 'text', c => c.notNull())
      .addColumn('request', 'text', c => c.notNull())
      .addColumn('ipv4', 'text', c => c.notNull())
      .addColumn('ipv6', 'text', c => c.notNull())
      .addColumn('prefix', 'text', c => c.notNull())
      .addColumn('hints', 'text', c => c.notNull())
      .addColumn('status', 'integer', c => c.notNull())
      .addColumn('answer', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('dns_call_of_endpoint').on('dns_call').columns(['endpoint_id', 'id']).execute()
    await db.schema.createIndex('dns_call_by_at').on('dns_call').column('at').execute()

    await db.schema
      .createTable('dns_change')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('hostname_id', 'text', c => c.notNull().references('dns_hostname.id').onDelete('cascade'))
      .addColumn('at', keyText(engine), c => c.notNull())
      .addColumn('cause', 'text', c => c.notNull().check(sql`cause in ('router', 'portal', 'provider')`))
      .addColumn('event', 'text', c =>
        c.notNull().check(sql`event in ('wanted', 'written', 'verified', 'failed', 'found')`),
      )
      .addColumn('value', 'text', c => c.notNull())
      .addColumn('failure', 'text', c => c.check(sql`failure in ${failures}`))
      .addColumn('failure_detail', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('dns_change_of_hostname').on('dns_change').columns(['hostname_id', 'id']).execute()
    await db.schema.createIndex('dns_change_by_at').on('dns_change').column('at').execute()
  },
}
