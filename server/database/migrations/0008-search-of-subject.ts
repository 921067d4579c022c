import type { Migration } from './migration.ts'

/** A search for several words checks each row found by one of them for the others (0039). */
export const searchOfSubject: Migration = {
  name: '0008-search-of-subject',
  async up(db) {
    await db.schema.dropIndex('search_term_of_subject').execute()
    await db.schema.createIndex('search_term_of_subject').on('search_term').columns(['subject_id', 'term']).execute()
  },
}
