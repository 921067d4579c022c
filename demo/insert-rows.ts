/** Bulk inserts: the demo bypasses the commands. */
import type { Insertable, Transaction } from 'kysely'
import type { SearchTermTable } from '#server/database/platform-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { type SearchText, termsOf } from '#server/database/search-terms.ts'

const rowsPerInsert = 500

export async function insertAll<T extends keyof Database>(
  trx: Transaction<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + rowsPerInsert))
      .execute()
  }
}

/** The search terms of a row. */
export function termRows(kind: SearchTermTable['kind'], id: string, texts: readonly SearchText[]): SearchTermTable[] {
  return [...termsOf(texts)].map(term => ({ kind, term, subject_id: id }))
}
