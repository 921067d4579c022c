import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Data that is confirmed by mail before it takes effect: another e-mail address, and the newsletter. */
export const userSettings: Migration = {
  name: '0016-user-settings',
  async up(db) {
    await db.schema
      .createTable('email_change')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('user_id', 'text', c => c.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('old_email', 'text', c => c.notNull())
      .addColumn('new_email', 'text', c => c.notNull())
      .addColumn('token_hash', 'text', c => c.notNull().unique())
      .addColumn('state', 'text', c =>
        c.notNull().check(sql`state in ('pending', 'confirmed', 'cancelled', 'replaced', 'expired', 'stopped')`),
      )
      .addColumn('expires_at', 'text', c => c.notNull())
      .addColumn('stoppable_until', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('email_change_pending_once')
      .unique()
      .on('email_change')
      .column('user_id')
      .where(sql.ref('state'), '=', sql.lit('pending'))
      .execute()
    await db.schema.createIndex('email_change_by_end').on('email_change').columns(['state', 'expires_at']).execute()
    await db.schema.createIndex('email_change_by_user').on('email_change').column('user_id').execute()

    // Kept after the end: proof that somebody subscribed to the newsletter, and until when.
    await db.schema
      .createTable('newsletter_consent')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id').onDelete('cascade'))
      .addColumn('user_id', 'text', c => c.references('user_account.id').onDelete('set null'))
      .addColumn('email', 'text', c => c.notNull())
      .addColumn('wording', 'text', c => c.notNull())
      .addColumn('token_hash', 'text', c => c.notNull().unique())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('pending', 'confirmed', 'ended')`))
      .addColumn('asked_at', 'text', c => c.notNull())
      .addColumn('asked_from', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .addColumn('confirmed_at', 'text')
      .addColumn('confirmed_from', 'text', c => c.notNull())
      .addColumn('ended_at', 'text')
      .addColumn('end_reason', 'text', c =>
        c
          .notNull()
          .check(sql`end_reason in ('', 'unsubscribed', 'switched_off', 'replaced', 'expired', 'email_changed')`),
      )
      .execute()
    for (const state of ['pending', 'confirmed']) {
      await db.schema
        .createIndex(`newsletter_consent_${state}_once`)
        .unique()
        .on('newsletter_consent')
        .column('customer_id')
        .where(sql.ref('state'), '=', sql.lit(state))
        .execute()
    }
    await db.schema
      .createIndex('newsletter_consent_by_customer')
      .on('newsletter_consent')
      .columns(['customer_id', 'asked_at'])
      .execute()
    await db.schema
      .createIndex('newsletter_consent_by_end')
      .on('newsletter_consent')
      .columns(['state', 'expires_at'])
      .execute()
    await db.schema.createIndex('newsletter_consent_by_user').on('newsletter_consent').column('user_id').execute()
    // A mark on the record is not a confirmation.
    await sql`update customer set has_newsletter = 0 where has_newsletter = 1`.execute(db)
  },
}
