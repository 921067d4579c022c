/** Copies of a SQLite file by SQLite itself. */
import { chmodSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { checkIntegrity } from '#server/database/copies/check-integrity.ts'
import { CopyError, type CopyTrials, type DatabaseCopies } from '#server/database/copies/copies.ts'
import type { Database } from '#server/database/schema.ts'
import { guardTransaction } from '#server/database/transaction-guard.ts'
import { openSqliteInThread } from './sqlite-thread.ts'

/** All pages in one step: one state of the data, regardless of concurrent writes by any process. */
const allPages = 2 ** 31 - 1
/**
 * `reader` reads the snapshots. Copies are read in a thread: counting, checking and hashing all rows would keep every
 * request waiting.
 */
export function sqliteCopies(file: string, own: DatabaseSync, reader: Kysely<Database>): DatabaseCopies {
  return {
    ...sqliteTrials,
    async copy(copy, read) {
      await withPlainErrors(() => copyFile(file, own, copy))
      const opened = openSqliteInThread(copy)
      try {
        // The first statement opens the file, which may find no room.
        await withPlainErrors(() => sql`select 1`.execute(opened.db))
        return await read(opened.db)
      } finally {
        await opened.close()
      }
    },
    snapshot: read =>
      guardTransaction(opened =>
        reader.transaction().execute(trx => {
          opened()
          return read(trx)
        }),
      ),
  }
}

/** Trials where no database is open. */
export const sqliteTrials: CopyTrials = {
  async tryOut(copy, look) {
    const opened = openSqliteInThread(copy)
    try {
      const damage = await withPlainErrors(() => checkIntegrity(opened))
      return await look({ ...opened, damage })
    } finally {
      await opened.close()
    }
  },
}

/** On its own connection: concurrent readers and writers do not wait for it. */
async function copyFile(file: string, own: DatabaseSync, copy: string): Promise<void> {
  const reader = file === ':memory:' ? own : new DatabaseSync(file, { readOnly: true })
  try {
    await backup(reader, copy, { rate: allPages })
  } finally {
    if (reader !== own) reader.close()
  }
  chmodSync(copy, 0o600)
}

async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new CopyError(isDiskFull(error) ? 'disk_full' : 'not_possible', error.message, { cause: error })
  }
}

/** SQLITE_FULL, or the system's message when a write or the index of the log does not fit (SQLITE_IOERR_…). */
function isDiskFull(error: Error): boolean {
  return 'errcode' in error && [13, 778, 4874].includes(Number(error.errcode))
}
