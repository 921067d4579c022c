import type { Migration } from './migration.ts'

/** Failed logins, counted by the hour for the audit log, and the last one of each user. */
export const failedLogins: Migration = {
  name: '0034-failed-logins',
  async up(db) {
    await db.schema
      .createTable('failed_login')
      .addColumn('window_started_at', 'text', c => c.notNull())
      .addColumn('account', 'text', c => c.notNull())
      .addColumn('network', 'text', c => c.notNull())
      .addColumn('failed_count', 'integer', c => c.notNull())
      .addColumn('throttled_count', 'integer', c => c.notNull())
      .addColumn('recorded_count', 'integer', c => c.notNull())
      .addPrimaryKeyConstraint('failed_login_primary_key', ['window_started_at', 'account', 'network'])
      .execute()
    await db.schema.alterTable('user_account').addColumn('last_failed_login_at', 'text').execute()
    await db.schema
      .alterTable('user_account')
      .addColumn('last_failed_login_network', 'text', c => c.notNull().defaultTo(''))
      .execute()
  },
}
