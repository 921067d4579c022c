import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** How many sessions of a PostgreSQL database wait for a lock. */
export async function countWaiting(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
