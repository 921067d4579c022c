import type { Migration } from './migration.ts'

/** Above the limit of a day, one row shows the last call of an endpoint and counts them. */
export const countedDnsCalls: Migration = {
  name: '0068-counted-dns-calls',
  async up(db) {
    await db.schema
      .alterTable('dns_call')
      .addColumn('calls', 'integer', column => column.notNull().defaultTo(1))
      .execute()
  },
}
