import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Requirements for every login: one row, none without requirements. */
export const loginPolicy: Migration = {
  name: '0027-login-policy',
  async up(db) {
    await db.schema
      .createTable('login_policy')
      .addColumn('id', 'integer', c => c.primaryKey().notNull().check(sql`id = 1`))
      .addColumn('admins_need_second_factor', 'integer', c =>
        c.notNull().check(sql`admins_need_second_factor in (0, 1)`),
      )
      .addColumn('revision', 'integer', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
  },
}
