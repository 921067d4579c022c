/** Copies of a SQLite file by SQLite itself. */
import { chmodSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { CopyError, type CopyTrials, type DatabaseCopies, type OpenedCopy } from '#server/database/copies/copies.ts'
import { TaskThread, ThreadError } from '#server/threads/task-thread.ts'

/** All pages in one step: one state of the data, regardless of concurrent writes by any process. */
const allPages = 2 ** 31 - 1
/** Large files on slow disks take long. */
const integrityCheckMs = 6 * 3_600_000

/** `open` opens a copy. */
export function sqliteCopies(file: string, own: DatabaseSync, open: (file: string) => OpenedCopy): DatabaseCopies {
  return {
    ...sqliteTrials(open),
    async copy(copy, read) {
      await withPlainErrors(() => copyFile(file, own, copy))
      const opened = open(copy)
      try {
        return await read(opened.db)
      } finally {
        await opened.close()
      }
    },
  }
}

/** Trials where no database is open. */
export function sqliteTrials(open: (file: string) => OpenedCopy): CopyTrials {
  return {
    async tryOut(copy, look) {
      const damage = await withPlainErrors(() => checkInThread(copy))
      const opened = await withPlainErrors(async () => open(copy))
      try {
        return await look({ db: opened.db, engine: 'sqlite', damage })
      } finally {
        await opened.close()
      }
    },
  }
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

/** Reading every page takes long, and `node:sqlite` would let every request wait for it. */
async function checkInThread(file: string): Promise<string[]> {
  const thread = new TaskThread<string, string[]>(new URL('./integrity-thread.ts', import.meta.url), {
    name: 'integrity',
    silenceMs: integrityCheckMs,
  })
  try {
    return await thread.run(file)
  } catch (error) {
    throw error instanceof ThreadError && error.cause instanceof Error ? error.cause : error
  } finally {
    await thread.stop()
  }
}

async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new CopyError(isDiskFull(error) ? 'disk_full' : 'not_possible', error.message, { cause: error })
  }
}

/** SQLITE_FULL, or the system's message when a write does not fit (SQLITE_IOERR_WRITE). */
function isDiskFull(error: Error): boolean {
  return 'errcode' in error && (error.errcode === 13 || error.errcode === 778)
}
