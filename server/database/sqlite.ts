/** Kysely on `node:sqlite`: one connection, its statements kept, its transactions one after the other. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { assertOutsideTransaction } from './transaction-guard.ts'

/** How long a write waits for another process that writes to the same file. */
const busyTimeoutMs = 5_000
/** Texts of queries vary only by filters and page: more than these are left over from long lists of ids. */
const statementsMax = 400

type Statement = { readonly statement: StatementSync; readonly isReader: boolean }

/** The one connection to a database file, held by one piece of work at a time. */
export class SqliteSession {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, Statement>()
  readonly #waiting: (() => void)[] = []
  #isHeld = false

  /** Opens the file (`:memory:` for none). Every acknowledged commit survives a power cut: WAL with synchronous FULL. */
  constructor(file: string) {
    this.database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
    this.database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    this.database.exec('pragma cache_size = -16000; pragma temp_store = memory')
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** First come, first served. */
  hold(): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true
      return Promise.resolve()
    }
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isHeld = false
  }

  /** The rows of a query, none for a write without RETURNING. */
  rows(sql: string, parameters: readonly unknown[]): unknown[] {
    const { statement, isReader } = this.prepare(sql)
    // SQLite itself refuses what it cannot store.
    const values = parameters as readonly SQLInputValue[]
    if (isReader) return statement.all(...values)
    statement.run(...values)
    return []
  }

  execute(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const { statement, isReader } = this.prepare(sql)
    const values = parameters as readonly SQLInputValue[]
    if (isReader) return { rows: statement.all(...values) }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    const made = { statement, isReader: statement.columns().length > 0 }
    if (this.#statements.size >= statementsMax) {
      const [oldest = ''] = this.#statements.keys()
      this.#statements.delete(oldest)
    }
    this.#statements.set(sql, made)
    return made
  }
}

/** Carries the session, so that `prepared` finds it from any connection made by this dialect. */
export class SqliteSessionAdapter extends SqliteAdapter {
  readonly session: SqliteSession

  constructor(session: SqliteSession) {
    super()
    this.session = session
  }

  /** The session queues by itself; Kysely's own queue in front would let a misuse wait for ever instead of failing. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export class NodeSqliteDialect implements Dialect {
  readonly #session: SqliteSession

  constructor(session: SqliteSession) {
    this.#session = session
  }

  createAdapter(): DialectAdapter {
    return new SqliteSessionAdapter(this.#session)
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#session)
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db)
  }
}

class NodeSqliteDriver implements Driver {
  readonly #session: SqliteSession
  readonly #connection: SqliteConnection

  constructor(session: SqliteSession) {
    this.#session = session
    this.#connection = new SqliteConnection(session)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    assertOutsideTransaction()
    await this.#session.hold()
    return this.#connection
  }

  /** Immediate: a transaction that reads first and writes later cannot fail half-way because another one wrote. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some failures (disk full) have already rolled back.
    if (this.#session.database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    this.#session.release()
  }

  async destroy(): Promise<void> {
    this.#session.database.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #session: SqliteSession

  constructor(session: SqliteSession) {
    this.#session = session
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Kysely's types promise what the query selects.
    return this.#session.execute(sql, parameters) as QueryResult<R>
  }

  // biome-ignore lint/correctness/useYield: refuses before it could yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not streamed.')
  }
}
