/** Data set aside by a restore on PostgreSQL. */
import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** A schema with this name followed by a time; no copy contains it. */
export const asidePrefix = 'kundenportal_aside_'

/**
 * The newest one with an installation in it: on a new machine, and after a killed restore, an empty one is set aside.
 */
export const findAside = {
  text: `select nspname as name from pg_namespace
    join pg_class on relnamespace = pg_namespace.oid and relname = 'schema_migration'
    where starts_with(nspname, $1) order by nspname desc limit 1`,
  values: [asidePrefix],
}

/** Its name; undefined where nothing was set aside. */
export async function findDataAside(connection: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await connection.executeQuery<{ name: string }>(
    CompiledQuery.raw(findAside.text, [...findAside.values]),
  )
  return rows[0]?.name
}
