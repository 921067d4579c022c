/** Replaces SQLite's file. Each step leaves a complete database in place, also when the machine stops. */
import { chmodSync, closeSync, existsSync, fsyncSync, globSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inUse, nothingAside, ReplaceError, type Replacement } from '#server/database/copies/replacement.ts'

const lockTimeoutMs = 1_000
const asideMark = '.aside-'
/** SQLITE_BUSY, and SQLITE_CORRUPT or SQLITE_NOTADB for a file that can no longer be opened. */
const busy = 5
const unreadable: ReadonlySet<number> = new Set([11, 26])
/** SQLite's companion files of a file that was not closed. */
const companions = ['-wal', '-shm', '-journal']

/**
 * Moves a closed database into the place of `file`. `time` becomes part of the name of the previous one. Throws
 * ReplaceError.
 */
export function replaceSqlite(file: string, next: string, time: string): Replacement {
  chmodSync(next, 0o600)
  if (!existsSync(file)) {
    moveInto(next, file)
    return { aside: null }
  }
  const aside = `${file}${asideMark}${time}`
  if (existsSync(aside)) throw new ReplaceError(`${aside} exists already; try again in a second. Nothing was changed.`)
  const release = holdAlone(file)
  try {
    // Both names, then one: there is always a database.
    linkSync(file, aside)
    for (const companion of companions) {
      if (existsSync(`${file}${companion}`)) renameSync(`${file}${companion}`, `${aside}${companion}`)
    }
    moveInto(next, file)
  } finally {
    release()
  }
  return { aside }
}

/** Restores the data set aside last, and sets aside the current data. Throws ReplaceError. */
export function undoSqlite(file: string, time: string): Replacement & { readonly back: string } {
  const asides = globSync(`${file}${asideMark}*`).filter(name => !companions.some(end => name.endsWith(end)))
  const back = asides.toSorted().at(-1)
  if (back === undefined) throw nothingAside()
  const beside = companions.filter(companion => existsSync(`${back}${companion}`))
  const { aside } = replaceSqlite(file, back, time)
  for (const companion of beside) renameSync(`${back}${companion}`, `${file}${companion}`)
  return { aside, back }
}

/**
 * Nobody else has the file open, and nobody can open it until it is released. Leaving the write-ahead log fails while
 * another process has it open; afterwards its content is in the file. An unreadable file is treated as unused.
 */
function holdAlone(file: string): () => void {
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    database.exec('pragma journal_mode = delete')
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (errcode === busy) throw inUse()
    if (!unreadable.has(errcode)) throw error
    return () => {}
  }
  return () => database.close()
}

function moveInto(next: string, file: string): void {
  renameSync(next, file)
  for (const companion of companions) rmSync(`${next}${companion}`, { force: true })
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
