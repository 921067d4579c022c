import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import type { Migration } from './migration.ts'
import { keepRowCounts } from './row-count-triggers.ts'

/** Contact messages are found, counted and answered. */
export const messages: Migration = {
  name: '0011-messages',
  async up(db, engine) {
    await db.schema
      .alterTable('message')
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .execute()
    await db.schema.alterTable('message').addColumn('answered_at', 'text').execute()
    await db.schema
      .alterTable('message')
      .addColumn('answered_by', 'text', c => c.notNull().defaultTo(''))
      .execute()
    await sql`update message set answered_at = updated_at where state = 'answered'`.execute(db)

    await db.schema
      .createTable('message_reply')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('message_id', 'text', c => c.notNull().references('message.id').onDelete('cascade'))
      .addColumn('text', 'text', c => c.notNull())
      .addColumn('author_name', 'text', c => c.notNull())
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .execute()
    await db.schema
      .createIndex('message_reply_of_message')
      .on('message_reply')
      .columns(['message_id', 'created_at', 'id'])
      .execute()

    // The customer with the sender's address.
    await sql`create index customer_by_email on customer (lower(email))`.execute(db)

    await keepRowCounts(db, engine, 'message', ['state'])
    const rows = await db.selectFrom('message').select(['id', 'email', 'name', 'phone', 'text']).execute()
    for (const { id, ...texts } of rows) await saveSearchTerms(db, 'message', id, Object.values(texts))
  },
}
