/**
 * A second driver of the same session, for transactions where only the sender needs to wait for the disk: their commit
 * returns at once, others see it, and only the sender's answer waits (decision 0118).
 */
import { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { NodeSqliteDialect, NodeSqliteDriver, type SqliteConnection, SqliteSessionAdapter } from './sqlite.ts'
import { retryWhileBusy } from './sqlite-busy-retry.ts'
import type { SqliteSession } from './sqlite-session.ts'

const databases = new WeakMap<SqliteSession, Kysely<Database>>()

/** The same database, with transactions that are answered late; PostgreSQL's own waits hold up nobody. */
export function withLateSync(db: Kysely<Database>): Kysely<Database> {
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof SqliteSessionAdapter)) return db
  const { session } = adapter
  const made = databases.get(session) ?? new Kysely<Database>({ dialect: new LateSyncDialect(session) })
  databases.set(session, made)
  return made
}

class LateSyncDialect extends NodeSqliteDialect {
  override createDriver() {
    return new LateSyncDriver(this.session)
  }
}

class LateSyncDriver extends NodeSqliteDriver {
  /** Never joins others: their commit waits for the disk. */
  override async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.session.letSettle()
    await retryWhileBusy(this.session, () => {
      this.session.settle()
      this.session.beginUnsynced()
      connection.phase = 'alone'
    })
  }

  override async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.session.commitUnsynced()
    connection.phase = 'over'
    this.release(connection)
    await this.session.logSync.wait()
  }

  override async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.phase === 'alone') this.session.rollbackUnsynced()
    connection.phase = 'over'
  }
}
