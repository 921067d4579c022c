import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'
import { keepRowCounts } from './row-count-triggers.ts'

/** Lists over all customers cost the same for any number of rows: counts are kept, a filter has its own order. */
export const listOrder: Migration = {
  name: '0005-list-order',
  async up(db, engine) {
    await db.schema
      .createTable('row_count')
      .addColumn('list', 'text', c => c.notNull())
      .addColumn('key', keyText(engine), c => c.notNull())
      .addColumn('count', 'integer', c => c.notNull())
      .addPrimaryKeyConstraint('row_count_primary', ['list', 'key'])
      .execute()
    await keepRowCounts(db, engine, 'customer', ['kind'])
    await keepRowCounts(db, engine, 'user_account', ['role'])
    await keepRowCounts(db, engine, 'outbox_mail', ['state'])

    // Each filter of a list over all customers, in the default order of the list.
    await db.schema
      .createIndex('ticket_by_progress')
      .on('ticket')
      .columns(['progress', 'updated_at', 'id', 'invoice_state'])
      .execute()
    await db.schema
      .createIndex('ticket_by_invoice_state')
      .on('ticket')
      .columns(['invoice_state', 'updated_at', 'id', 'progress'])
      .execute()
    await db.schema
      .createIndex('ticket_entry_by_progress')
      .on('ticket_entry')
      .columns(['progress', 'date', 'id'])
      .execute()
    await db.schema.dropIndex('customer_by_kind').execute()
    await db.schema.createIndex('customer_by_kind').on('customer').columns(['kind', 'name_key', 'id']).execute()
  },
}
