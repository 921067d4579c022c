/** Migrated, empty databases for tests, on both engines; PostgreSQL is the real one of the test run. */
import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import pino from 'pino'
import { inject } from 'vitest'
import { systemClock } from '#server/clock.ts'
import type { Engine } from '#server/database/engine.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { migrations } from '#server/database/migrations/migrations.ts'
import { type OpenedDatabase, openPostgres, openSqlite, openSqliteInMemory } from '#server/database/open.ts'
import { guardTransactions } from '#server/database/transaction-guard.ts'
import { postgresAdminUrl } from './postgres-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engines of a run that is not about both (`mutants.config.ts`). */
    engines?: readonly Engine[]
  }
}

/** Write `describe.each(engines)('… on %s', engine => …)`. */
export const engines: readonly Engine[] = inject('engines') ?? ['sqlite', 'postgres']

/** Any number, the same for all that create the template. */
const templateLock = 7_300

/** The content of a migrated database without rows: once per worker. */
let emptySqlite: Promise<Uint8Array> | undefined
/** The name of the database that the others are copied from, and the connection that copies it: once per worker. */
let emptyPostgres: Promise<string> | undefined
let copies: pg.Pool | undefined

/** `url` is null for SQLite, which is in memory. */
export type TestDatabase = OpenedDatabase & { readonly url: string | null }

/** An empty database of its own with the current schema; `db` inside a transaction throws. Close it at the end. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  guardTransactions()
  if (engine === 'postgres') return openTestPostgres(await migratedPostgres())
  emptySqlite ??= migratedSqlite()
  return { ...openSqliteInMemory(await emptySqlite), url: null }
}

/** The same without any table. */
export async function openEmptyTestDatabase(engine: Engine): Promise<OpenedDatabase> {
  guardTransactions()
  return engine === 'postgres' ? openTestPostgres('template0') : openSqlite(':memory:')
}

/** The same with the current schema. */
export async function makeMigratedPostgresDatabase() {
  return makePostgresDatabase(await migratedPostgres())
}

/** URL of a PostgreSQL database of its own, for a process under test; `drop` removes it. */
export async function makePostgresDatabase(template = 'template0'): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying the files takes a quarter of the time of the usual way through the log, which also makes the log grow.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: urlOf(name),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  }
}

/** A connection costs more than such a statement. */
async function administer(statement: string): Promise<void> {
  copies ??= openCopies()
  await copies.query(statement)
}

/** It does not keep its worker from ending, and PostgreSQL may end before it. */
function openCopies(): pg.Pool {
  const pool = new pg.Pool({ connectionString: postgresAdminUrl(), max: 1, allowExitOnIdle: true })
  return pool.on('error', () => undefined)
}

async function openTestPostgres(template: string): Promise<TestDatabase> {
  const { url, drop } = await makePostgresDatabase(template)
  const database = await openPostgres(url)
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** Migrating is slow enough to do it once per run: test databases are copies of a migrated one. */
function migratedPostgres(): Promise<string> {
  emptyPostgres ??= makeTemplate()
  return emptyPostgres
}

async function makeTemplate(): Promise<string> {
  const name = `template_${hash('sha256', migrations.map(({ name, up }) => name + up).join()).slice(0, 16)}`
  const client = new pg.Client({ connectionString: postgresAdminUrl() })
  await client.connect()
  try {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 1) return name
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft}`)
    await client.query(`create database ${draft} template template0`)
    const database = await openPostgres(urlOf(draft))
    await migrateForTest(database)
    await database.close()
    await client.query(`alter database ${draft} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

async function migratedSqlite(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-template-'))
  const file = join(folder, 'template.sqlite')
  try {
    const database = openSqlite(file)
    await migrateForTest(database)
    await database.close()
    const written = new DatabaseSync(file)
    // A database in memory cannot have a write-ahead log.
    written.exec('pragma journal_mode = delete')
    const content = written.serialize()
    written.close()
    return content
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function migrateForTest(database: OpenedDatabase): Promise<void> {
  await migrate(database, { clock: systemClock, log: pino({ level: 'silent' }) })
}

function urlOf(name: string): string {
  const url = new URL(postgresAdminUrl())
  url.pathname = `/${name}`
  return url.toString()
}
