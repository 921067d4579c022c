/** Copies of a PostgreSQL database by its own programs, tested in a second database. */
import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { instantText, systemClock } from '#server/clock.ts'
import { CopyError, type CopyTrials, type DatabaseCopies, type OpenedCopy } from '#server/database/copies/copies.ts'
import type { Database } from '#server/database/schema.ts'
import { guardTransaction } from '#server/database/transaction-guard.ts'
import { dumpPostgres, restorePostgres } from './postgres-programs.ts'

/** Databases of this name followed by a day and a random part are ours, for testing, and may be dropped. */
const trialPrefix = 'kundenportal_trial_'
const insufficientPrivilege = '42501'

/** `open` opens a copy. */
export function postgresCopies(
  url: string,
  db: Kysely<Database>,
  open: (url: string) => Promise<OpenedCopy>,
): DatabaseCopies {
  return {
    ...postgresTrials(url, open),
    /** Both use one snapshot: later writes are in neither. */
    copy: (file, read) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async trx => {
          await sql`set local statement_timeout = 0`.execute(trx)
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
          const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx)
          const found = await read(trx)
          await dumpPostgres(url, file, rows[0]?.id ?? '')
          return found
        }),
    snapshot: read =>
      guardTransaction(opened =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(trx => {
            opened()
            return read(trx)
          }),
      ),
  }
}

/** Trials where no database is open. */
export function postgresTrials(url: string, open: (url: string) => Promise<OpenedCopy>): CopyTrials {
  return {
    async tryOut(file, look) {
      const name = `${trialPrefix}${today()}_${randomBytes(6).toString('hex')}`
      const trialUrl = new URL(url)
      trialUrl.pathname = `/${name}`
      await connected(url, client => makeTrial(client, name))
      try {
        await restorePostgres(trialUrl.toString(), file)
        const opened = await open(trialUrl.toString())
        try {
          // Inconsistent data was refused during the restore, foreign keys included.
          return await look({ db: opened.db, engine: 'postgres', damage: [] })
        } finally {
          await opened.close()
        }
      } finally {
        await connected(url, client => client.query(`drop database if exists ${name} with (force)`))
      }
    },
  }
}

async function makeTrial(client: pg.Client, name: string): Promise<void> {
  await dropForgotten(client)
  try {
    await client.query(`create database ${name} template template0`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === insufficientPrivilege)) throw error
    throw new CopyError(
      'may_not_try',
      'The user of DATABASE_URL may not create databases, so the copy could not be tried out',
      { cause: error },
    )
  }
}

/** Those of a killed process, from before today. */
async function dropForgotten(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like $1 and datname < $2 and pg_has_role(datdba, 'usage')`,
    [`${trialPrefix.replaceAll('_', '\\_')}%`, `${trialPrefix}${today()}`],
  )
  for (const { datname } of rows) {
    // Only our own characters: a name is put into the statement unescaped.
    if (/^\w+$/.test(datname)) await client.query(`drop database if exists ${datname}`)
  }
}

function today(): string {
  return instantText(systemClock.now()).slice(0, 10).replaceAll('-', '')
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'kundenportal-backup' })
  // A broken connection fails the current query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
