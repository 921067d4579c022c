import type { Migration } from './migration.ts'

/** Time of the last failed login at a place, for the audit log, which is written later. Empty where unknown. */
export const failedLoginMoment: Migration = {
  name: '0043-failed-login-moment',
  async up(db) {
    await db.schema
      .alterTable('failed_login')
      .addColumn('last_failed_at', 'text', c => c.notNull().defaultTo(''))
      .execute()
  },
}
