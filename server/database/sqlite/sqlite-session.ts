/**
 * The one connection to a SQLite file: its statements cached, its transactions one after the other. Transactions that
 * end in the same turn of the event loop share one commit, and so one wait for the disk; each is answered after it.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { BoundedMap } from '#server/bounded-map.ts'
import { type MakeRow, rowMaker } from '#server/database/row-maker.ts'
import { LogSync } from './sqlite-log-sync.ts'

/** How long opening the file waits for another process that writes to it; the process is blocked meanwhile. */
const openTimeoutMs = 5_000
/** The same for a write, which blocks the whole process: the longer wait is in `retryWhileBusy`. */
const busyTimeoutMs = 10
/** Query texts vary only by filters and page: more than these are left over from long lists of ids. */
const statementsMax = 400

const everyCommitSynced = 'pragma synchronous = full'
/** Syncs before a checkpoint only. */
const noCommitSynced = 'pragma synchronous = normal'

/** More transactions than these do not share a commit. */
const sharedCommitMax = 64

type Settled = ReturnType<typeof Promise.withResolvers<void>>
/** `makeRow` is undefined for a write without RETURNING. */
type Statement = { readonly statement: StatementSync; makeRow: MakeRow | undefined; columnsCount: number }

/** The one connection to a database file, held by one piece of work at a time. */
export class SqliteSession {
  readonly database: DatabaseSync
  readonly logSync: LogSync
  /** Called after each commit of transactions. */
  onCommit: () => void = () => {}
  readonly #statements = new BoundedMap<string, Statement>(statementsMax)
  readonly #waiting: (() => void)[] = []
  /** Had the connection already, and go first. */
  readonly #deferred: (() => void)[] = []
  #isHeld = false
  /** Finished transactions that wait for their commit. */
  #done: Settled[] = []
  #settled: Promise<void> = Promise.resolve()
  /** The commit must happen before anything else begins. */
  #isDue = false

  /**
   * Opens the file (`:memory:` for none, which may start with the serialized `content` of another database). Every
   * acknowledged commit survives a power cut: WAL with synchronous FULL, or a wait of its own (`beginUnsynced`).
   */
  constructor(file: string, content?: Uint8Array) {
    this.database = new DatabaseSync(file, { timeout: openTimeoutMs, enableForeignKeyConstraints: true })
    this.logSync = new LogSync(file === ':memory:' ? '' : file)
    // Before the pragmas, which it would reset.
    if (content !== undefined) this.database.deserialize(content)
    this.database.exec(`pragma journal_mode = wal; ${everyCommitSynced}; pragma foreign_keys = on`)
    this.database.exec('pragma cache_size = -16000; pragma temp_store = memory')
    // Deleted data is overwritten: it is not in the free pages of the file (decision 0041).
    this.database.exec('pragma secure_delete = on')
    this.database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
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
    const next = this.#deferred.shift() ?? this.#waiting.shift()
    if (next) next()
    else this.#isHeld = false
  }

  /** Whether finished transactions are not on disk yet: only later transactions of the batch may see their writes. */
  get hasUncommitted(): boolean {
    return this.#done.length > 0
  }

  /** When everything that is uncommitted now is committed or rolled back. */
  get settled(): Promise<void> {
    return this.#settled
  }

  /**
   * Resolves when the transaction that has just ended is committed with the others of this turn; rejects when none was.
   */
  commitWithOthers(): Promise<void> {
    const one = Promise.withResolvers<void>()
    if (this.#done.length === 0) {
      setImmediate(() => {
        // A transaction is in progress: its writes so far must not be committed.
        if (this.#isHeld) this.#isDue = this.hasUncommitted
        else this.settle()
      })
      this.#settled = one.promise.catch(() => {})
    }
    this.#done.push(one)
    this.#isDue ||= this.#done.length >= sharedCommitMax
    return one.promise
  }

  /**
   * Lets the transactions of this turn end and share their commit. Called by the holder of the connection, outside a
   * transaction; it waits once, however many follow.
   */
  async letSettle(): Promise<void> {
    if (!this.hasUncommitted) return
    this.release()
    await this.settled
    if (this.#isHeld) await new Promise<void>(resolve => this.#deferred.push(resolve))
    else this.#isHeld = true
  }

  /**
   * Commits finished transactions. Called by the holder of the connection, outside a transaction, or when nobody holds
   * it.
   */
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
    this.onCommit()
  }

  /** Rejects all transactions that are finished but not committed. */
  failUncommitted(error: unknown): void {
    for (const { reject } of this.#takeDone()) reject(error)
  }

  #takeDone(): Settled[] {
    const done = this.#done
    this.#done = []
    this.#isDue = false
    return done
  }

  /** Begins a transaction that is on disk only after `logSync.wait()`; no other may share its commit. */
  beginUnsynced(): void {
    this.database.exec(noCommitSynced)
    try {
      this.execute('begin immediate', [])
    } catch (error) {
      this.database.exec(everyCommitSynced)
      throw error
    }
  }

  commitUnsynced(): void {
    this.execute('commit', [])
    this.database.exec(everyCommitSynced)
    this.onCommit()
  }

  rollbackUnsynced(): void {
    if (this.database.isTransaction) this.execute('rollback', [])
    this.database.exec(everyCommitSynced)
  }

  /** The rows of a query, none for a write without RETURNING. */
  rows(sql: string, parameters: readonly unknown[]): unknown[] {
    const known = this.prepare(sql)
    // SQLite itself refuses values it cannot store.
    const values = parameters as readonly SQLInputValue[]
    if (known.makeRow) return readRows(known, values)
    known.statement.run(...values)
    return []
  }

  execute(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const known = this.prepare(sql)
    const values = parameters as readonly SQLInputValue[]
    if (known.makeRow) return { rows: readRows(known, values) }
    const { changes, lastInsertRowid } = known.statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    const columnsCount = statement.columns().length
    statement.setReturnArrays(columnsCount > 0)
    const made = { statement, columnsCount, makeRow: columnsCount > 0 ? rowMaker(statement.columns()) : undefined }
    this.#statements.set(sql, made)
    return made
  }
}

function readRows(known: Statement, values: readonly SQLInputValue[]): unknown[] {
  // In array mode, every row is an array; the types of node:sqlite know only objects.
  const rows = known.statement.all(...values) as unknown as unknown[][]
  const [first] = rows
  if (first !== undefined && first.length !== known.columnsCount) {
    // A migration has changed the result of `select *`.
    known.columnsCount = first.length
    known.makeRow = rowMaker(known.statement.columns())
  }
  return known.makeRow ? rows.map(known.makeRow) : rows
}
