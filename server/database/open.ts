/** Opens the configured database: PostgreSQL by its URL, else SQLite in the data folder. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/start-error.ts'
import type { CopyTrials, DatabaseCopies, OpenedCopy } from './copies/copies.ts'
import { hasTable } from './engine.ts'
import { connectionOptions, openPool, PgDialect } from './postgres/postgres.ts'
import { postgresCopies, postgresTrials } from './postgres/postgres-copies.ts'
import { PostgresLines } from './postgres/postgres-lines.ts'
import type { Database } from './schema.ts'
import { NodeSqliteDialect } from './sqlite/sqlite.ts'
import { startCheckpoints } from './sqlite/sqlite-checkpoints.ts'
import { sqliteCopies, sqliteTrials } from './sqlite/sqlite-copies.ts'
import { SqliteSession } from './sqlite/sqlite-session.ts'
import { openSqliteInThread } from './sqlite/sqlite-thread.ts'

const oldestPostgres = 15

export type OpenedDatabase = OpenedCopy & { readonly copies: DatabaseCopies }

/** The database cannot be opened; the message is one plain sentence without the password. */
export class OpenError extends StartError {
  override readonly name = 'OpenError'
}

/** Opens the database, which may still be empty or old: see `migrate`. Throws OpenError. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) return openPostgres(config.databaseUrl)
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new OpenError(`DATA_DIR ${config.dataDir} cannot be used as a folder: ${reasonOf(error)}.`, { cause: error })
  }
  return openSqliteOfPortal(sqliteFile(config))
}

/** Whether a database exists, without creating one. Throws OpenError when PostgreSQL does not answer. */
export async function hasInstallation(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<boolean> {
  if (config.databaseUrl === null) return existsSync(sqliteFile(config))
  const database = await openPostgres(config.databaseUrl)
  try {
    return await hasTable(database.db, database.engine, 'schema_migration')
  } finally {
    await database.close()
  }
}

/** Where copies are tested before they become the database. */
export function openTrials({ databaseUrl }: Pick<Config, 'databaseUrl'>): CopyTrials {
  return databaseUrl === null ? sqliteTrials : postgresTrials(databaseUrl, openPostgres)
}

/** The path of SQLite's file. */
export function sqliteFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'portal.sqlite')
}

/** Opens a SQLite file, created when missing and readable by its owner only; `:memory:` for none. */
export function openSqlite(file: string): OpenedDatabase {
  return openedSqlite(file, openSession(file))
}

/** A database in memory that starts with the serialized content of another one. */
export function openSqliteInMemory(content: Uint8Array): OpenedDatabase {
  return openedSqlite(':memory:', new SqliteSession(':memory:', content))
}

/** The same for the portal itself, which is open for long: its log is written into the file in a thread. */
function openSqliteOfPortal(file: string): OpenedDatabase {
  const session = openSession(file)
  const checkpoints = startCheckpoints(session, file)
  const opened = openedSqlite(file, session)
  return {
    ...opened,
    async close() {
      await checkpoints.stop()
      await opened.close()
    },
  }
}

function openedSqlite(file: string, session: SqliteSession): OpenedDatabase {
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(session) })
  const inThread = openSqliteInThread(file)
  return {
    engine: 'sqlite',
    db,
    copies: sqliteCopies(file, session.database, file === ':memory:' ? db : inThread.db),
    // Through the driver: a transaction still open can finish first.
    async close() {
      await session.hold()
      await inThread.close()
      await session.logSync.close()
      await db.destroy()
      if (session.database.isOpen) session.database.close()
      // Callers still waiting for the connection get an error that it is closed.
      session.release()
    },
  }
}

function openSession(file: string): SqliteSession {
  try {
    if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
    return new SqliteSession(file)
  } catch (error) {
    throw new OpenError(`The database file ${file} cannot be opened: ${reasonOf(error)}.`, { cause: error })
  }
}

/** Opens PostgreSQL and checks that it answers and is new enough. */
export async function openPostgres(url: string): Promise<OpenedDatabase> {
  const pool = openPool(url)
  try {
    const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (major < oldestPostgres) {
      throw new OpenError(`PostgreSQL ${major} is too old: version ${oldestPostgres} or newer is needed.`)
    }
  } catch (error) {
    await pool.end()
    if (error instanceof OpenError) throw error
    throw new OpenError(`PostgreSQL at ${new URL(url).host} does not answer: ${reasonOf(error)}.`, { cause: error })
  }
  const db = new Kysely<Database>({ dialect: new PgDialect(pool, new PostgresLines(connectionOptions(url))) })
  return {
    engine: 'postgres',
    db,
    copies: postgresCopies(url, db, openPostgres),
    async close() {
      await db.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A refused connection to several addresses is reported as a list without a message of its own.
  const [first] = error instanceof AggregateError ? error.errors : []
  return error.message === '' && first instanceof Error ? first.message : error.message
}
