import { sql } from 'kysely'
import type { Migration } from './migration.ts'
import { keepRowCounts } from './row-count-triggers.ts'

export const customerLinks: Migration = {
  name: '0007-customer-links',
  async up(db, engine) {
    await db.schema
      .createTable('customer_link')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id').onDelete('cascade'))
      .addColumn('label', 'text', c => c.notNull())
      .addColumn('url', 'text', c => c.notNull())
      .addColumn('position', 'integer', c => c.notNull().check(sql`position >= 1`))
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    // One customer's in order, and all customers' one after the other.
    await db.schema
      .createIndex('customer_link_in_order')
      .on('customer_link')
      .columns(['customer_id', 'position', 'id'])
      .execute()
    await keepRowCounts(db, engine, 'customer_link', [])
  },
}
