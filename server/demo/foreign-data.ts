import { existsSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '#server/config.ts'
import { sqliteFile } from '#server/database/open.ts'
import { StartError } from '#server/start-error.ts'

/**
 * Throws when the demo's folder holds anything but the demo, before anything in it is written: opening the database of a
 * real portal would already bring it to this version.
 */
export function refuseForeignData(config: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  if (config.databaseUrl !== null) return
  const file = sqliteFile(config)
  const isForeign = existsSync(file) ? !holdsDemo(file) : isFilled(config.dataDir)
  if (isForeign) {
    throw new StartError(
      'DEMO=1 is for an empty folder or that of the demo itself, and DATA_DIR holds other data. Name another DATA_DIR.',
    )
  }
}

function holdsDemo(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const count = (query: string) => Number(database.prepare(`SELECT count(*) AS count FROM ${query}`).get()?.count)
    // A start that was broken off leaves tables without anybody in them.
    const isEmpty = count("sqlite_schema WHERE name = 'user_account'") === 0 || count('user_account') === 0
    return isEmpty || count("audit_entry WHERE action = 'demo.loaded'") > 0
  } catch {
    return false
  } finally {
    database.close()
  }
}

function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0
}
