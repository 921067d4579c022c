import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Data that visitors read and write: frequent questions and contact messages. */
export const publicSite: Migration = {
  name: '0003-public-site',
  async up(db, engine) {
    await db.schema
      .createTable('faq')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('question', 'text', c => c.notNull())
      .addColumn('answer', 'text', c => c.notNull())
      .addColumn('category', 'text', c => c.notNull())
      .addColumn('position', 'integer', c => c.notNull())
      .addColumn('is_published', 'integer', c => c.notNull().check(sql`is_published in (0, 1)`))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('faq_in_order').on('faq').columns(['is_published', 'position', 'id']).execute()

    await db.schema
      .createTable('message')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('email', 'text', c => c.notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('phone', 'text', c => c.notNull())
      .addColumn('text', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('new', 'answered')`))
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('message_by_state').on('message').columns(['state', 'created_at', 'id']).execute()
    await db.schema.createIndex('message_by_created_at').on('message').columns(['created_at', 'id']).execute()
  },
}
