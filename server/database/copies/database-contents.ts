/**
 * The contents of a database, in numbers: two databases with the same numbers hold the same rows, as far as counting
 * shows.
 */
import { sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import { type Engine, hasTable } from '#server/database/engine.ts'

export type DatabaseContents = {
  /** The last migration it has. */
  readonly schema: string
  /** Number of rows by table, tables in the order of their names. */
  readonly rows: Readonly<Record<string, number>>
}

/** Counts all rows of all existing tables, also in a database of another release. */
export async function readContents(connection: Connection, engine: Engine): Promise<DatabaseContents> {
  const rows: Record<string, number> = {}
  for (const table of await listTables(connection, engine)) {
    const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(connection)
    rows[table] = counted.rows[0]?.count ?? 0
  }
  return { schema: await lastMigration(connection, engine), rows }
}

/** The last migration that was applied; empty without any. */
async function lastMigration(connection: Connection, engine: Engine): Promise<string> {
  if (!(await hasTable(connection, engine, 'schema_migration'))) return ''
  const last = await connection
    .selectFrom('schema_migration')
    .select(({ fn }) => fn.max('name').as('name'))
    .execute()
  return last[0]?.name ?? ''
}

async function listTables(connection: Connection, engine: Engine): Promise<string[]> {
  const query =
    engine === 'postgres'
      ? sql<{ name: string }>`select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`
      : sql<{
          name: string
        }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`
  const { rows } = await query.execute(connection)
  return rows.map(({ name }) => name).toSorted()
}
