import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The logo of the business, in one piece: it is small, and always sent completely. */
export const logo: Migration = {
  name: '0038-logo',
  async up(db, engine) {
    await db.schema
      .createTable('business_logo')
      .addColumn('id', 'integer', c => c.primaryKey().notNull().defaultTo(1).check(sql`id = 1`))
      .addColumn('media_type', 'text', c => c.notNull().check(sql`media_type <> ''`))
      .addColumn('width', 'integer', c => c.notNull().check(sql`width > 0`))
      .addColumn('height', 'integer', c => c.notNull().check(sql`height > 0`))
      .addColumn('sha256', 'text', c => c.notNull().check(sql`length(sha256) = 64`))
      .addColumn('content', engine === 'postgres' ? sql`bytea` : sql`blob`, c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
  },
}
