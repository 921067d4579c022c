import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Business profile, customers, users and their sessions, and tables of the program itself: mail, jobs, audit. */
export const foundation: Migration = {
  name: '0001-foundation',
  async up(db, engine) {
    await db.schema
      .createTable('business_profile')
      .addColumn('id', 'integer', c => c.primaryKey().notNull().defaultTo(1).check(sql`id = 1`))
      .addColumn('profile', 'text', c => c.notNull())
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()

    await db.schema
      .createTable('number_sequence')
      .addColumn('name', 'text', c => c.primaryKey().notNull())
      .addColumn('last_value', 'integer', c => c.notNull().check(sql`last_value >= 0`))
      .execute()

    await db.schema
      .createTable('customer')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('number', 'text', c => c.notNull().unique())
      .addColumn('number_key', keyText(engine), c => c.notNull())
      .addColumn('kind', 'text', c => c.notNull().check(sql`kind in ('private', 'business', 'public')`))
      .addColumn('company', 'text', c => c.notNull())
      .addColumn('first_name', 'text', c => c.notNull())
      .addColumn('last_name', 'text', c => c.notNull())
      .addColumn('name_key', keyText(engine), c => c.notNull())
      .addColumn('phone', 'text', c => c.notNull())
      .addColumn('website', 'text', c => c.notNull())
      .addColumn('email', 'text', c => c.notNull())
      .addColumn('street', 'text', c => c.notNull())
      .addColumn('zip', 'text', c => c.notNull())
      .addColumn('city', 'text', c => c.notNull())
      .addColumn('country', 'text', c => c.notNull())
      .addColumn('vat_id', 'text', c => c.notNull())
      .addColumn('leitweg_id', 'text', c => c.notNull())
      .addColumn('is_notified', 'integer', c => c.notNull().check(sql`is_notified in (0, 1)`))
      .addColumn('has_newsletter', 'integer', c => c.notNull().check(sql`has_newsletter in (0, 1)`))
      .addColumn('hourly_rate_cents', 'bigint', c => c.notNull().check(sql`hourly_rate_cents >= 0`))
      .addColumn('note', 'text', c => c.notNull())
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    for (const column of ['name_key', 'number_key', 'created_at']) {
      await db.schema.createIndex(`customer_by_${column}`).on('customer').columns([column, 'id', 'kind']).execute()
    }
    await db.schema.createIndex('customer_by_kind').on('customer').column('kind').execute()

    await db.schema
      .createTable('user_account')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('username', 'text', c => c.notNull())
      .addColumn('username_key', keyText(engine), c => c.notNull().unique())
      .addColumn('email', 'text', c => c.notNull())
      .addColumn('email_key', 'text', c => c.notNull())
      .addColumn('first_name', 'text', c => c.notNull())
      .addColumn('last_name', 'text', c => c.notNull())
      .addColumn('role', 'text', c => c.notNull().check(sql`role in ('customer', 'admin')`))
      .addColumn('customer_id', 'text', c => c.references('customer.id'))
      .addColumn('password_hash', 'text')
      .addColumn('is_active', 'integer', c => c.notNull().check(sql`is_active in (0, 1)`))
      .addColumn('invited_at', 'text')
      .addColumn('last_login_at', 'text')
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('user_account_by_customer')
      .on('user_account')
      .columns(['customer_id', 'username_key'])
      .execute()
    await db.schema.createIndex('user_account_by_email').on('user_account').column('email_key').execute()
    await db.schema.createIndex('user_account_by_role').on('user_account').columns(['role', 'username_key']).execute()
    await db.schema.createIndex('user_account_by_created_at').on('user_account').columns(['created_at', 'id']).execute()

    await db.schema
      .createTable('session')
      .addColumn('token_hash', 'text', c => c.primaryKey().notNull())
      .addColumn('id', 'text', c => c.notNull().unique())
      .addColumn('user_id', 'text', c => c.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('last_seen_at', 'text', c => c.notNull())
      .addColumn('idle_until', 'text', c => c.notNull())
      .addColumn('absolute_until', 'text', c => c.notNull())
      .addColumn('authenticated_at', 'text', c => c.notNull())
      .addColumn('address', 'text', c => c.notNull())
      .addColumn('user_agent', 'text', c => c.notNull())
      .addColumn('as_customer_id', 'text', c => c.references('customer.id').onDelete('set null'))
      .addColumn('as_user_until', 'text')
      .addColumn('as_user_reason', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('session_by_user').on('session').columns(['user_id', 'last_seen_at']).execute()
    await db.schema.createIndex('session_by_end').on('session').column('absolute_until').execute()
    await db.schema.createIndex('session_by_as_customer').on('session').column('as_customer_id').execute()

    await db.schema
      .createTable('one_time_token')
      .addColumn('token_hash', 'text', c => c.primaryKey().notNull())
      .addColumn('kind', 'text', c => c.notNull().check(sql`kind in ('invitation', 'password_reset', 'set_up')`))
      .addColumn('user_id', 'text', c => c.references('user_account.id').onDelete('cascade'))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .addColumn('used_at', 'text')
      .execute()
    await db.schema.createIndex('one_time_token_by_user').on('one_time_token').columns(['user_id', 'kind']).execute()
    await db.schema.createIndex('one_time_token_by_end').on('one_time_token').column('expires_at').execute()

    await db.schema
      .createTable('throttle')
      .addColumn('key', 'text', c => c.primaryKey().notNull())
      .addColumn('failures', 'integer', c => c.notNull())
      .addColumn('window_started_at', 'text', c => c.notNull())
      .addColumn('blocked_until', 'text')
      .execute()
    await db.schema.createIndex('throttle_by_start').on('throttle').column('window_started_at').execute()

    await db.schema
      .createTable('idempotency_key')
      .addColumn('owner', 'text', c => c.notNull())
      .addColumn('key', 'text', c => c.notNull())
      .addColumn('request_hash', 'text', c => c.notNull())
      .addColumn('status', 'integer')
      .addColumn('headers', 'text')
      .addColumn('body', 'text')
      .addColumn('created_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('idempotency_key_primary', ['owner', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_key_by_age').on('idempotency_key').column('created_at').execute()

    await db.schema
      .createTable('outbox_mail')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('key', 'text')
      .addColumn('recipient', 'text', c => c.notNull())
      .addColumn('reply_to', 'text', c => c.notNull())
      .addColumn('subject', 'text', c => c.notNull())
      .addColumn('text', 'text', c => c.notNull())
      .addColumn('html', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('waiting', 'sent', 'failed')`))
      .addColumn('attempts', 'integer', c => c.notNull())
      .addColumn('next_attempt_at', 'text', c => c.notNull())
      .addColumn('lease_until', 'text')
      .addColumn('sent_at', 'text')
      .addColumn('last_error', 'text', c => c.notNull())
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addUniqueConstraint('outbox_mail_once', ['kind', 'key'])
      .execute()
    await db.schema.createIndex('outbox_mail_due').on('outbox_mail').columns(['state', 'next_attempt_at']).execute()
    await db.schema
      .createIndex('outbox_mail_by_state')
      .on('outbox_mail')
      .columns(['state', 'created_at', 'id'])
      .execute()
    await db.schema.createIndex('outbox_mail_by_created_at').on('outbox_mail').columns(['created_at', 'id']).execute()

    await db.schema
      .createTable('job')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('key', 'text', c => c.notNull())
      .addColumn('payload', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('waiting', 'done', 'failed')`))
      .addColumn('run_at', 'text', c => c.notNull())
      .addColumn('lease_until', 'text')
      .addColumn('attempts', 'integer', c => c.notNull())
      .addColumn('last_error', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('job_due').on('job').columns(['state', 'run_at']).execute()
    await db.schema
      .createIndex('job_waiting_once')
      .on('job')
      .columns(['kind', 'key'])
      .unique()
      .where(sql.ref('state'), '=', sql.lit('waiting'))
      .execute()

    await db.schema
      .createTable('audit_entry')
      .addColumn('seq', 'integer', c => c.primaryKey().notNull())
      .addColumn('id', 'text', c => c.notNull().unique())
      .addColumn('at', 'text', c => c.notNull())
      .addColumn('actor_user_id', 'text')
      .addColumn('actor_name', 'text', c => c.notNull())
      .addColumn('as_customer_id', 'text')
      .addColumn('as_customer_name', 'text', c => c.notNull())
      .addColumn('address', 'text', c => c.notNull())
      .addColumn('action', 'text', c => c.notNull())
      .addColumn('subject_kind', 'text', c => c.notNull())
      .addColumn('subject_id', 'text', c => c.notNull())
      .addColumn('details', 'text', c => c.notNull())
      .addColumn('previous_hash', 'text', c => c.notNull())
      .addColumn('hash', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('audit_entry_by_subject').on('audit_entry').columns(['subject_id', 'seq']).execute()
    await refuseChanges(db, engine)
  },
}

/** The audit log only grows: the database itself refuses to change or remove a row. */
async function refuseChanges(db: Parameters<Migration['up']>[0], engine: Parameters<Migration['up']>[1]) {
  if (engine === 'sqlite') {
    for (const verb of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger audit_entry_no_${verb} before ${verb} on audit_entry begin select raise(abort, 'audit_entry is append-only'); end`,
        )
        .execute(db)
    }
    return
  }
  await sql
    .raw(
      `create function audit_entry_refuse() returns trigger language plpgsql as $$ begin raise exception 'audit_entry is append-only'; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger audit_entry_no_change before update or delete or truncate on audit_entry for each statement execute function audit_entry_refuse()`,
    )
    .execute(db)
}
