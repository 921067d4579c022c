/** Kysely on `node:sqlite`. A full disk is reported as "try again later" (`isDatabaseBusy`). */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { assertOutsideTransaction } from '#server/database/transaction-guard.ts'
import { retryWhileBusy } from './sqlite-busy-retry.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'
import type { SqliteSession } from './sqlite-session.ts'

const sqliteFull = 13

/** Carries the session: `prepared` finds it from any connection of this dialect. */
export class SqliteSessionAdapter extends SqliteAdapter {
  readonly session: SqliteSession

  constructor(session: SqliteSession) {
    super()
    this.session = session
  }

  /** The session has its own queue; with Kysely's queue in front, misuse would wait forever instead of failing. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export class NodeSqliteDialect implements Dialect {
  protected readonly session: SqliteSession

  constructor(session: SqliteSession) {
    this.session = session
  }

  createAdapter(): DialectAdapter {
    return new SqliteSessionAdapter(this.session)
  }

  createDriver(): NodeSqliteDriver {
    return new NodeSqliteDriver(this.session)
  }

  createQueryCompiler() {
    return new StablePlanCompiler()
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db)
  }
}

export class NodeSqliteDriver implements Driver {
  protected readonly session: SqliteSession

  constructor(session: SqliteSession) {
    this.session = session
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    assertOutsideTransaction()
    await this.session.hold()
    return new SqliteConnection(this.session)
  }

  /**
   * Immediate: a transaction that reads first and writes later cannot fail halfway because of another writer. One that
   * follows uncommitted others is a savepoint that can be rolled back alone.
   */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await retryWhileBusy(this.session, () => {
      const joins = this.session.hasUncommitted
      this.session.execute(joins ? 'savepoint one' : 'begin immediate', [])
      connection.phase = joins ? 'joined' : 'alone'
    })
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.phase === 'joined') this.session.execute('release one', [])
    connection.phase = 'over'
    const committed = this.session.commitWithOthers()
    // The next may begin; it can only be committed together with this one, or after it.
    this.release(connection)
    await committed
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // The commit has failed and left nothing.
    if (connection.phase === 'over') return
    if (!this.session.database.isTransaction) this.session.failUncommitted(rolledBackByDatabase())
    else if (connection.phase === 'alone') this.session.execute('rollback', [])
    else {
      this.session.execute('rollback to one', [])
      this.session.execute('release one', [])
    }
    connection.phase = 'over'
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.release(connection)
  }

  async destroy(): Promise<void> {
    this.session.settle()
    this.session.database.close()
  }

  protected release(connection: SqliteConnection): void {
    if (connection.isReleased) return
    connection.isReleased = true
    this.session.release()
  }
}

/** Some failures (disk full) roll back everything; `isDatabaseBusy` turns them into "try again later". */
function rolledBackByDatabase(): Error {
  return Object.assign(new Error('The database has rolled back all open work.'), { errcode: sqliteFull })
}

/** One hold of the session, from acquisition to release. */
export class SqliteConnection implements DatabaseConnection {
  readonly #session: SqliteSession
  phase: 'none' | 'alone' | 'joined' | 'over' = 'none'
  isReleased = false

  constructor(session: SqliteSession) {
    this.#session = session
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Kysely's types describe the selected columns.
    const execute = () => this.#session.execute(sql, parameters) as QueryResult<R>
    if (this.phase !== 'none') return execute()
    await this.#session.letSettle()
    return retryWhileBusy(this.#session, () => {
      // A standalone query is not part of the transactions that wait for their commit.
      this.#session.settle()
      return execute()
    })
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not streamed.')
  }
}
