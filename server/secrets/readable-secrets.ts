import { sql } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Runtime } from '#server/context.ts'
import { openSecret, type SecretPlace } from './seal.ts'
import { sealedColumns } from './sealed-columns.ts'

const sampleRows = 20

/** Columns of sealed values, and last the proof of every key (`canary.ts`). */
const places = [
  ...sealedColumns.map(place => ({ ...place, id: 'id' })),
  { table: 'key_canary', column: 'sealed', id: 'key_id' },
]

/**
 * Whether the secrets of that database can be read with these keys, by the newest of them. Works on a database of
 * another release, too: missing columns hold no secrets.
 */
export async function sampleSecrets({
  db,
  keys,
}: Pick<Runtime, 'db' | 'keys'>): Promise<'none' | 'readable' | 'unreadable'> {
  const tables = await db.introspection.getTables()
  const has = ({ table, column }: { table: string; column: string }) =>
    tables.some(({ name, columns }) => name === table && columns.some(known => known.name === column))
  for (const place of places.filter(has)) {
    const { rows } = await sql<{ id: string; sealed: string }>`
      select ${sql.ref(place.id)} as id, ${sql.ref(place.column)} as sealed from ${sql.table(place.table)}
      where ${sql.ref(place.column)} is not null order by ${sql.ref(place.id)} desc limit ${sampleRows}`.execute(db)
    if (rows.length === 0) continue
    const { table, column } = place
    return rows.some(({ id, sealed }) => isReadable(keys, { table, column, id }, sealed)) ? 'readable' : 'unreadable'
  }
  return 'none'
}

function isReadable(keys: Runtime['keys'], place: SecretPlace, sealed: string): boolean {
  try {
    openSecret(keys, place, sealed)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret.unreadable') return false
    throw error
  }
}
