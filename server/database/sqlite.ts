/**
 * Kysely on `node:sqlite`: one connection, its statements kept, its transactions one after the other. Transactions that
 * end in the same turn of the event loop share one commit, and so one wait for the disk; each is answered after it.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
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

/** More transactions than these do not share a commit. */
const sharedCommitMax = 64
const sqliteFull = 13

type Settled = ReturnType<typeof Promise.withResolvers<void>>
type Statement = { readonly statement: StatementSync; readonly isReader: boolean }

/** The one connection to a database file, held by one piece of work at a time. */
export class SqliteSession {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, Statement>()
  readonly #waiting: (() => void)[] = []
  #isHeld = false
  /** Transactions that are done and wait for their commit. */
  #done: Settled[] = []
  #settled: Promise<void> = Promise.resolve()
  /** The commit is to come before anything else begins. */
  #isDue = false

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
    if (this.#isDue) this.settle()
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isHeld = false
  }

  /** Whether transactions are done that a loss of power would still undo: nobody but those after them may see what they did. */
  get hasUncommitted(): boolean {
    return this.#done.length > 0
  }

  /** When nothing is left of what is uncommitted now, committed or not. */
  get settled(): Promise<void> {
    return this.#settled
  }

  /** Resolves when the transaction that has just ended is committed with the others of this turn; rejects when none was. */
  commitWithOthers(): Promise<void> {
    const one = Promise.withResolvers<void>()
    if (this.#done.length === 0) {
      setImmediate(() => {
        // Somebody is in the middle of a transaction: what that has written so far must not be committed.
        if (this.#isHeld) this.#isDue = this.hasUncommitted
        else this.settle()
      })
      this.#settled = one.promise.catch(() => {})
    }
    this.#done.push(one)
    this.#isDue ||= this.#done.length >= sharedCommitMax
    return one.promise
  }

  /** Commits what is done. To be called by whoever holds the connection, outside a transaction, or when nobody does. */
  settle(): void {
    if (this.#done.length === 0) return
    try {
      this.execute('commit', [])
    } catch (error) {
      if (this.database.isTransaction) this.execute('rollback', [])
      this.failUncommitted(error)
      return
    }
    for (const { resolve } of this.#takeDone()) resolve()
  }

  /** Tells all transactions that are done but not committed that they are undone. */
  failUncommitted(error: unknown): void {
    for (const { reject } of this.#takeDone()) reject(error)
  }

  #takeDone(): Settled[] {
    const done = this.#done
    this.#done = []
    this.#isDue = false
    return done
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

  constructor(session: SqliteSession) {
    this.#session = session
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    assertOutsideTransaction()
    await this.#session.hold()
    return new SqliteConnection(this.#session)
  }

  /**
   * Immediate: a transaction that reads first and writes later cannot fail half-way because another one wrote. One that
   * follows others which are not committed yet is a part of theirs that can be undone alone.
   */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const joins = this.#session.hasUncommitted
    this.#session.execute(joins ? 'savepoint one' : 'begin immediate', [])
    connection.phase = joins ? 'joined' : 'alone'
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.phase === 'joined') this.#session.execute('release one', [])
    connection.phase = 'over'
    const committed = this.#session.commitWithOthers()
    // The next may begin; it can only be committed together with this one, or after it.
    this.#release(connection)
    await committed
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // The commit has failed and left nothing.
    if (connection.phase === 'over') return
    if (!this.#session.database.isTransaction) this.#session.failUncommitted(rolledBackByDatabase())
    else if (connection.phase === 'alone') this.#session.execute('rollback', [])
    else {
      this.#session.execute('rollback to one', [])
      this.#session.execute('release one', [])
    }
    connection.phase = 'over'
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#release(connection)
  }

  async destroy(): Promise<void> {
    this.#session.settle()
    this.#session.database.close()
  }

  #release(connection: SqliteConnection): void {
    if (connection.isReleased) return
    connection.isReleased = true
    this.#session.release()
  }
}

/** Some failures (disk full) roll back everything there is; `isDatabaseBusy` makes of it "try again later". */
function rolledBackByDatabase(): Error {
  return Object.assign(new Error('The database has rolled back all open work.'), { errcode: sqliteFull })
}

/** One hold of the session, from its beginning to its release. */
class SqliteConnection implements DatabaseConnection {
  readonly #session: SqliteSession
  phase: 'none' | 'alone' | 'joined' | 'over' = 'none'
  isReleased = false

  constructor(session: SqliteSession) {
    this.#session = session
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // A query of its own is none of the transactions' that wait for their commit.
    if (this.phase === 'none') this.#session.settle()
    // Kysely's types promise what the query selects.
    return this.#session.execute(sql, parameters) as QueryResult<R>
  }

  // biome-ignore lint/correctness/useYield: refuses before it could yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not streamed.')
  }
}
