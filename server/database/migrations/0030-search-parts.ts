import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import { termsOf } from '#server/database/search-terms.ts'
import type { Migration } from './migration.ts'
import { keepSearchParts } from './search-part-triggers.ts'

/** Finds words inside compounds and telephone numbers in every spelling (0053). */
export const searchParts: Migration = {
  name: '0030-search-parts',
  async up(db, engine) {
    await db.schema
      .createTable('search_part')
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('part', keyText(engine), c => c.notNull())
      .addColumn('subject_id', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('search_part_primary', ['kind', 'part', 'subject_id'])
      // The key is the whole row: SQLite stores it once.
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
      .execute()
    await keepSearchParts(db, engine)

    // Numbers of customers were not searchable so far, those of messages only as written.
    for (const kind of ['customer', 'message'] as const) {
      const rows = await db.selectFrom(kind).select(['id', 'phone']).where('phone', '<>', '').execute()
      for (const { id, phone } of rows) {
        const terms = [...termsOf([phone])]
        if (terms.length === 0) continue
        await db
          .insertInto('search_term')
          .values(terms.map(term => ({ kind, term, subject_id: id })))
          .onConflict(conflict => conflict.doNothing())
          .execute()
      }
    }
  },
}
