import type { Migration } from './migration.ts'

/** Links in warnings about added factors: who can recover the account with them, and until when. */
export const stopLinks: Migration = {
  name: '0040-stop-links',
  async up(db) {
    await db.schema
      .createTable('stop_link')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('user_id', 'text', c => c.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('stop_email', 'text', c => c.notNull())
      .addColumn('disputed_since', 'text', c => c.notNull())
      .addColumn('stoppable_until', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('stop_link_by_user').on('stop_link').column('user_id').execute()
    await db.schema.createIndex('stop_link_by_end').on('stop_link').column('stoppable_until').execute()
  },
}
