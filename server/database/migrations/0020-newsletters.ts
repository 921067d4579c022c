import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'
import { keepRowCounts } from './row-count-triggers.ts'

/** Newsletters, and their recipients. */
export const newsletters: Migration = {
  name: '0020-newsletters',
  async up(db, engine) {
    await db.schema
      .createTable('newsletter')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('subject', 'text', c => c.notNull())
      .addColumn('body', 'text', c => c.notNull())
      .addColumn('state', 'text', c =>
        c.notNull().check(sql`state in ('draft', 'sending', 'paused', 'sent', 'cancelled')`),
      )
      .addColumn('recipients_count', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('sent_count', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('failed_count', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('remaining_count', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('started_at', 'text')
      .addColumn('finished_at', 'text')
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('newsletter_by_created_at')
      .on('newsletter')
      .columns(['created_at', 'id', 'state'])
      .execute()
    await db.schema.createIndex('newsletter_by_state').on('newsletter').columns(['state', 'created_at', 'id']).execute()
    await keepRowCounts(db, engine, 'newsletter', ['state'])
    await keepRowCounts(db, engine, 'newsletter_consent', ['state'])

    await db.schema
      .createTable('newsletter_recipient')
      .addColumn('newsletter_id', 'text', c => c.notNull().references('newsletter.id').onDelete('cascade'))
      .addColumn('consent_id', 'text', c => c.notNull().references('newsletter_consent.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id').onDelete('cascade'))
      .addColumn('email', 'text', c => c.notNull())
      // Two customers may share an address: it gets one mail.
      .addColumn('email_key', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('waiting', 'mailed', 'skipped')`))
      .addPrimaryKeyConstraint('newsletter_recipient_primary', ['newsletter_id', 'consent_id'])
      .addUniqueConstraint('newsletter_recipient_once', ['newsletter_id', 'email_key'])
      .execute()
    await db.schema
      .createIndex('newsletter_recipient_by_state')
      .on('newsletter_recipient')
      .columns(['newsletter_id', 'state', 'consent_id'])
      .execute()
    await db.schema
      .createIndex('newsletter_recipient_by_consent')
      .on('newsletter_recipient')
      .column('consent_id')
      .execute()
    await db.schema
      .createIndex('newsletter_recipient_by_customer')
      .on('newsletter_recipient')
      .column('customer_id')
      .execute()

    // Mails that belong together: how many have been sent, and which can still be recalled.
    await db.schema
      .alterTable('outbox_mail')
      .addColumn('batch', 'text', c => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createIndex('outbox_mail_by_batch')
      .on('outbox_mail')
      .columns(['batch', 'state', 'recipient'])
      .where('batch', '<>', '')
      .execute()
  },
}
