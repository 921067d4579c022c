import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Wishes of customers that nobody has begun: few rows of many, read on each load of the admin's home. */
export const openWishes: Migration = {
  name: '0036-open-wishes',
  async up(db) {
    await db.schema
      .createIndex('ticket_entry_of_wish')
      .on('ticket_entry')
      .columns(['progress', 'id', 'ticket_id'])
      .where(sql<boolean>`type = 'wish' and created_by = 'customer'`)
      .execute()
  },
}
