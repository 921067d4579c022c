import { existsSync, readdirSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import { openSqlite, sqliteFile } from '#server/database/open.ts'
import { StartError } from '#server/start-error.ts'
import { isDemoLoaded } from './is-demo-loaded.ts'

/**
 * Throws if the demo's folder contains other data than the demo, before anything in it changes: a start on a real
 * portal's database would already migrate it.
 */
export async function refuseForeignData(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (config.databaseUrl !== null) return
  const file = sqliteFile(config)
  const isForeign = existsSync(file) ? !(await holdsDemo(file)) : isFilled(config.dataDir)
  if (isForeign) {
    throw new StartError(
      'DEMO=1 is for an empty folder or that of the demo itself, and DATA_DIR holds other data. Name another DATA_DIR.',
    )
  }
}

async function holdsDemo(file: string): Promise<boolean> {
  const database = openSqlite(file)
  const { db } = database
  try {
    const tables = await db.introspection.getTables()
    // An interrupted start leaves tables without users.
    if (!tables.some(({ name }) => name === 'user_account')) return true
    const user = await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()
    return user === undefined || (await isDemoLoaded({ db }))
  } finally {
    await database.close()
  }
}

function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0
}
