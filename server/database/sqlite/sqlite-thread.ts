/**
 * A SQLite file opened in a thread: its statements keep that thread busy, and requests go on. For statements that read
 * much; each passes its rows from thread to thread.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { OpenedCopy } from '#server/database/copies/copies.ts'
import type { Database } from '#server/database/schema.ts'
import { assertOutsideTransaction } from '#server/database/transaction-guard.ts'
import { causeOf, TaskThread } from '#server/threads/task-thread.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'

export type StatementTask = { readonly sql: string; readonly parameters: readonly unknown[] } | 'close'
/** The result, or why there is none; `errcode` of SQLite. */
export type StatementAnswer = QueryResult<unknown> | { readonly message: string; readonly errcode: number | undefined }

/** Large files on slow disks take long. */
const statementMs = 6 * 3_600_000

/** A transaction that pauses for half a minute ends with the thread, and its commit fails. */
export function openSqliteInThread(file: string): OpenedCopy {
  const db = new Kysely<Database>({ dialect: new SqliteThreadDialect(file) })
  return { engine: 'sqlite', db, close: () => db.destroy() }
}

class SqliteThreadDialect implements Dialect {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  createAdapter() {
    return new SqliteAdapter()
  }

  createDriver() {
    return new ThreadDriver(this.#file)
  }

  createQueryCompiler() {
    return new StablePlanCompiler()
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db)
  }
}

class ThreadDriver implements Driver {
  readonly #thread: TaskThread<StatementTask, StatementAnswer>
  readonly #connection: DatabaseConnection

  constructor(file: string) {
    this.#thread = new TaskThread(new URL('./statement-thread.ts', import.meta.url), {
      name: 'statements',
      data: file,
      silenceMs: statementMs,
    })
    this.#connection = new ThreadConnection(this.#thread)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    assertOutsideTransaction()
    return this.#connection
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A thread that has ended has no transaction, and the reason for this one counts.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (this.#thread.isRunning()) await this.#thread.run('close').catch(() => undefined)
    await this.#thread.stop()
  }
}

class ThreadConnection implements DatabaseConnection {
  readonly #thread: TaskThread<StatementTask, StatementAnswer>

  constructor(thread: TaskThread<StatementTask, StatementAnswer>) {
    this.#thread = thread
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const answer = await this.#thread.run({ sql, parameters }).catch(error => {
      throw causeOf(error)
    })
    if ('message' in answer) throw Object.assign(new Error(answer.message), { errcode: answer.errcode })
    // Kysely's types describe the selected columns.
    return answer as QueryResult<R>
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not streamed.')
  }
}
