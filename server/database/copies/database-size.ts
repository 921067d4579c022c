import { sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import type { Engine } from '#server/database/engine.ts'

/** The size of the database on disk in bytes, without pending writes. */
export async function databaseBytes(connection: Connection, engine: Engine): Promise<number> {
  const query =
    engine === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await query.execute(connection)
  return rows[0]?.bytes ?? 0
}
