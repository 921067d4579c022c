import { sql } from 'kysely'
import type { OpenedCopy } from './copies.ts'

/** Problems the database finds in its own files: one sentence each, none when all is well. */
export async function checkIntegrity({ db, engine }: Pick<OpenedCopy, 'db' | 'engine'>): Promise<string[]> {
  // PostgreSQL enforces its foreign keys itself, and page checksums are up to its operator.
  if (engine === 'postgres') return []
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const orphans = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  return [
    ...pages.rows.map(row => row.integrity_check).filter(finding => finding !== 'ok'),
    ...orphans.rows.map(row => `A row of ${row.table} refers to a row of ${row.parent} that is not there.`),
  ]
}
