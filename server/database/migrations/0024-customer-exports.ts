import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Exports of all data of a customer: packed by a job, stored encrypted, destroyed after some days. */
export const customerExports: Migration = {
  name: '0024-customer-exports',
  async up(db, engine) {
    await db.schema
      .createTable('customer_export')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id').onDelete('cascade'))
      .addColumn('of_user_id', 'text', c => c.references('user_account.id').onDelete('cascade'))
      .addColumn('asked_by', 'text', c => c.notNull().check(sql`asked_by in ('customer', 'admin')`))
      .addColumn('state', 'text', c =>
        c.notNull().check(sql`state in ('waiting', 'running', 'ready', 'failed', 'expired')`),
      )
      .addColumn('steps_done', 'integer', c => c.notNull())
      .addColumn('steps_count', 'integer', c => c.notNull())
      .addColumn('size_bytes', 'bigint')
      .addColumn('sealed_key', 'text')
      .addColumn('expires_at', 'text')
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addCheckConstraint(
        'customer_export_ready',
        sql`(state = 'ready') = (sealed_key is not null) and (state <> 'ready' or (size_bytes > 0 and expires_at is not null))`,
      )
      .execute()
    await db.schema
      .createIndex('customer_export_of_customer')
      .on('customer_export')
      .columns(['customer_id', 'id'])
      .execute()
    await db.schema.createIndex('customer_export_of_user').on('customer_export').column('of_user_id').execute()
    await db.schema
      .createIndex('customer_export_by_state')
      .on('customer_export')
      .columns(['state', 'updated_at'])
      .execute()
    await db.schema
      .createTable('customer_export_part')
      .addColumn('export_id', 'text', c => c.notNull().references('customer_export.id').onDelete('cascade'))
      .addColumn('position', 'integer', c => c.notNull().check(sql`position >= 0`))
      .addColumn('content', engine === 'postgres' ? sql`bytea` : sql`blob`, c => c.notNull())
      .addPrimaryKeyConstraint('customer_export_part_primary', ['export_id', 'position'])
      .execute()
    // Mails belong to their customer: they are in the export, and are deleted with the customer.
    await db.schema
      .alterTable('outbox_mail')
      .addColumn('customer_id', 'text', c => c.references('customer.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('outbox_mail_of_customer').on('outbox_mail').column('customer_id').execute()
  },
}
