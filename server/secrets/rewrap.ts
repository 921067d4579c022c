/** Re-seals all values with the active key, and checks that they can be read. */
import { sql } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { openSecret, rewrapSecret, sealedWith } from './seal.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

const batchRows = 500

type Own = Pick<Runtime, 'db' | 'wake' | 'keys'>
type SealedRow = { readonly id: string; readonly sealed: string }
export type Rewrapped = {
  readonly count: number
  /** Could not be read and stays as it is. */
  readonly unreadable: number
}

/**
 * Re-wraps all values that are not under the active key, in transactions of some hundred: when interrupted it continues
 * with the next call. A value changed concurrently is left to that change.
 */
export async function rewrapSecrets(runtime: Own): Promise<Rewrapped> {
  let count = 0
  let unreadable = 0
  for (const place of sealedColumns) {
    for await (const rows of batches(runtime, place)) {
      await inTransaction(runtime, async trx => {
        for (const { id, sealed } of rows.filter(row => sealedWith(row.sealed) !== runtime.keys.activeId)) {
          const rewrapped = tryTo(() => rewrapSecret(runtime.keys, { ...place, id }, sealed))
          if (rewrapped === undefined) unreadable += 1
          else {
            await sql`update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${rewrapped}
              where id = ${id} and ${sql.ref(place.column)} = ${sealed}`.execute(trx)
            count += 1
          }
        }
      })
    }
  }
  return { count, unreadable }
}

/** Opens every sealed value; `keyIds` are their keys. */
export async function checkSecrets(
  runtime: Own,
): Promise<{ readonly count: number; readonly unreadable: number; readonly keyIds: readonly string[] }> {
  let count = 0
  let unreadable = 0
  const keyIds = new Set<string>()
  for (const place of sealedColumns) {
    for await (const rows of batches(runtime, place)) {
      for (const { id, sealed } of rows) {
        count += 1
        if (tryTo(() => openSecret(runtime.keys, { ...place, id }, sealed)) === undefined) unreadable += 1
        else keyIds.add(sealedWith(sealed))
      }
    }
  }
  return { count, unreadable, keyIds: [...keyIds] }
}

async function* batches({ db }: Pick<Own, 'db'>, { table, column }: SealedColumn): AsyncGenerator<SealedRow[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<SealedRow>`select id, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null and id > ${after} order by id limit ${batchRows}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last.id
  }
}

function tryTo(open: () => string): string | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret.unreadable') return undefined
    throw error
  }
}
