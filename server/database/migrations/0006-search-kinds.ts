import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/**
 * More nouns can be searched, and more will come: only `SearchTermTable` lists them. A list in the CHECK would have the
 * largest table of the database rebuilt for each of them.
 */
export const searchKinds: Migration = {
  name: '0006-search-kinds',
  async up(db, engine) {
    if (engine === 'postgres') {
      await sql`alter table search_term drop constraint search_term_kind_check`.execute(db)
      await sql`alter table search_term add constraint search_term_kind_check check (kind <> '')`.execute(db)
      return
    }
    // SQLite changes a CHECK only with its table.
    await db.schema
      .createTable('search_term_new')
      .addColumn('kind', 'text', c => c.notNull().check(sql`kind <> ''`))
      .addColumn('term', keyText(engine), c => c.notNull())
      .addColumn('subject_id', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('search_term_primary', ['kind', 'term', 'subject_id'])
      .execute()
    await sql`insert into search_term_new select kind, term, subject_id from search_term`.execute(db)
    await db.schema.dropTable('search_term').execute()
    await db.schema.alterTable('search_term_new').renameTo('search_term').execute()
    await db.schema.createIndex('search_term_of_subject').on('search_term').column('subject_id').execute()
  },
}
