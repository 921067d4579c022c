import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Unbilled work is summed by customer, from the index alone. `progress` is the same in all of it: it comes first so
 * that SQLite does not prefer the index over all entries.
 */
export const waitingWork: Migration = {
  name: '0039-waiting-work',
  async up(db) {
    await db.schema.dropIndex('ticket_entry_billable').execute()
    await db.schema
      .createIndex('ticket_entry_billable')
      .on('ticket_entry')
      .columns(['progress', 'customer_id', 'date', 'id', 'minutes', 'total_cents', 'invoice_id'])
      .where(sql<boolean>`invoice_id is null and progress = 'finished'`)
      .execute()
  },
}
