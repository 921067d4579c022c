import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Mails to customers: their preferences, the notifications sent, and one-click unsubscribe (RFC 8058). */
export const notifications: Migration = {
  name: '0009-notifications',
  async up(db, engine) {
    await db.schema
      .alterTable('customer')
      .addColumn('notified_when', 'text', c =>
        c.notNull().defaultTo('immediately').check(sql`notified_when in ('immediately', 'daily')`),
      )
      .execute()
    await db.schema
      .alterTable('outbox_mail')
      .addColumn('unsubscribe_url', 'text', c => c.notNull().defaultTo(''))
      .execute()

    await db.schema
      .createTable('notification')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id').onDelete('cascade'))
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('key', 'text', c => c.notNull())
      .addColumn('bundle', 'text', c => c.notNull())
      .addColumn('bundle_subject', 'text', c => c.notNull())
      .addColumn('content', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('waiting', 'sent', 'dropped')`))
      .addColumn('due_at', keyText(engine), c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addUniqueConstraint('notification_once', ['kind', 'key'])
      .execute()
    await db.schema
      .createIndex('notification_due')
      .on('notification')
      .columns(['due_at', 'customer_id', 'bundle'])
      .where(sql.ref('state'), '=', sql.lit('waiting'))
      .execute()
    await db.schema
      .createIndex('notification_by_customer')
      .on('notification')
      .columns(['customer_id', 'state'])
      .execute()
  },
}
