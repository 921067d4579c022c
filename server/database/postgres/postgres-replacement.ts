/** Replaces the data in a PostgreSQL database: the schema with the old data is renamed and kept. */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { inUse, nothingAside, ReplaceError, type Replacement } from '#server/database/copies/replacement.ts'
import { applicationName } from './postgres.ts'
import { restorePostgres } from './postgres-programs.ts'
import { asidePrefix, findAside } from './postgres-set-aside.ts'

const endingTries = 10
const endingPauseMs = 200

/** Fills the database from a dump. `time` becomes part of the name of the old data. Throws ReplaceError. */
export async function replacePostgres(url: string, dump: string, time: string): Promise<Replacement> {
  return alone(url, async (client, schema) => {
    const aside = asideName(time)
    await inOne(client, [`alter schema ${schema} rename to ${aside}`, `create schema ${schema}`])
    try {
      await restorePostgres(url, dump)
      // Until autovacuum runs, plans would be those for empty tables.
      await client.query('analyze')
    } catch (error) {
      await inOne(client, [`drop schema ${schema} cascade`, `alter schema ${aside} rename to ${schema}`])
      const reason = error instanceof Error ? error.message : String(error)
      throw new ReplaceError(`PostgreSQL refused the backup, and everything is as it was: ${reason}.`, { cause: error })
    }
    return { aside }
  })
}

/** Restores the data set aside last, and sets aside the current data. Throws ReplaceError. */
export async function undoPostgres(url: string, time: string): Promise<Replacement & { readonly back: string }> {
  return alone(url, async (client, schema) => {
    const { rows } = await client.query<{ name: string }>(findAside)
    const back = rows[0]?.name
    if (back === undefined) throw nothingAside()
    const aside = asideName(time)
    await inOne(client, [
      `alter schema ${schema} rename to ${aside}`,
      `alter schema ${client.escapeIdentifier(back)} rename to ${schema}`,
    ])
    return { aside, back }
  })
}

/** On its own connection, while no portal is connected; `schema` is the schema of its tables, quoted. */
async function alone<T>(url: string, work: (client: pg.Client, schema: string) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: `${applicationName}-restore` })
  // A broken connection fails the current query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    if (await isUsed(client)) throw inUse()
    const { rows } = await client.query<{ name: string | null }>('select current_schema() as name')
    return await work(client, client.escapeIdentifier(rows[0]?.name ?? 'public'))
  } finally {
    await client.end()
  }
}

/**
 * A portal that has just stopped stays visible for a short time: PostgreSQL ends the processes of its connections
 * asynchronously.
 */
async function isUsed(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < endingTries; tries++) {
    const { rowCount } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = $1',
      [applicationName],
    )
    if (rowCount === 0) return false
    await setTimeout(endingPauseMs)
  }
  return true
}

async function inOne(client: pg.Client, statements: readonly string[]): Promise<void> {
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const reason = error instanceof Error ? error.message : String(error)
    throw new ReplaceError(`PostgreSQL does not let the data be set aside, and nothing was changed: ${reason}.`, {
      cause: error,
    })
  }
}

/** Digits only: part of a name without quotes. */
function asideName(time: string): string {
  return `${asidePrefix}${time.replaceAll(/\D/g, '')}`
}
