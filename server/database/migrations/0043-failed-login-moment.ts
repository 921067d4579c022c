import type { Migration } from './migration.ts'

/** When the last of the failed logins at a place was, for the audit log: its lines are written later. Empty where unknown. */
export const failedLoginMoment: Migration = {
  name: '0043-failed-login-moment',
  async up(db) {
    await db.schema
      .alterTable('failed_login')
      .addColumn('last_failed_at', 'text', c => c.notNull().defaultTo(''))
      .execute()
  },
}
