/** Kysely on `pg`: a pool, statements of `prepared` planned once per connection, whole numbers as numbers. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { assertOutsideTransaction } from '#server/database/transaction-guard.ts'
import type { PostgresLines } from './postgres-lines.ts'

/** The application name of a running portal in PostgreSQL. */
export const applicationName = 'kundenportal'

const connectionsMax = 10
const connectTimeoutMs = 5_000
const statementTimeoutMs = 30_000
const idleInTransactionTimeoutMs = 60_000

const typeId = { int8: 20, numeric: 1700 } as const

/**
 * A query whose plan the server keeps under a name, per connection. Only `prepared` creates them: their number is
 * bounded.
 */
export type NamedQuery = CompiledQuery & { readonly statementName: string }

export function openPool(url: string): pg.Pool {
  // One stays open: a restore detects that the data is in use.
  const pool = new pg.Pool({ ...connectionOptions(url), max: connectionsMax, min: 1 })
  // The pool drops an idle connection that breaks (server restart); without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    types: { getTypeParser },
  }
}

/** PostgreSQL returns counts and sums as text, because they may be too large for a number. Ours are not. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') => {
  if (id === typeId.int8 || id === typeId.numeric) return exactNumber
  return format === 'binary' ? pg.types.getTypeParser(id, format) : pg.types.getTypeParser(id)
}

/** Throws for a number that a JavaScript number cannot hold exactly. */
export function exactNumber(text: string): number {
  const number = Number(text)
  const isExact = text.includes('.') ? Number.isFinite(number) : Number.isSafeInteger(number)
  if (!isExact) throw new RangeError(`The database holds ${text}, which is no safe number.`)
  return number
}

/** Carries the lines: `prepared` finds them from any connection of this dialect. */
export class PostgresLinesAdapter extends PostgresAdapter {
  readonly lines: PostgresLines

  constructor(lines: PostgresLines) {
    super()
    this.lines = lines
  }
}

export class PgDialect implements Dialect {
  readonly #pool: pg.Pool
  readonly #lines: PostgresLines

  constructor(pool: pg.Pool, lines: PostgresLines) {
    this.#pool = pool
    this.#lines = lines
  }

  createAdapter(): DialectAdapter {
    return new PostgresLinesAdapter(this.#lines)
  }

  createDriver(): Driver {
    return new PgDriver(this.#pool, this.#lines)
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler()
  }

  createIntrospector(db: ConstructorParameters<typeof PostgresIntrospector>[0]) {
    return new PostgresIntrospector(db)
  }
}

class PgDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #lines: PostgresLines
  readonly #connections = new WeakMap<pg.PoolClient, PgConnection>()

  constructor(pool: pg.Pool, lines: PostgresLines) {
    this.#pool = pool
    this.#lines = lines
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PgConnection> {
    assertOutsideTransaction()
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known) return known
    const connection = new PgConnection(client)
    this.#connections.set(client, connection)
    return connection
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    const level = isolationLevel ?? 'read committed'
    await connection.executeQuery(CompiledQuery.raw(`begin isolation level ${level}`))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: PgConnection): Promise<void> {
    await connection.rollBack()
  }

  async releaseConnection(connection: PgConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#lines.end()
    await this.#pool.end()
  }
}

class PgConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #broken: Error | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
    // A connection may break between two queries of a transaction; the next query reports it.
    client.on('error', error => {
      this.#broken = error
    })
  }

  async executeQuery<R>(query: CompiledQuery | NamedQuery): Promise<QueryResult<R>> {
    const named = 'statementName' in query ? { name: query.statementName } : {}
    const result = await this.#client.query<Record<string, unknown>>({
      ...named,
      text: query.sql,
      values: [...query.parameters],
    })
    const isWrite = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command)
    return {
      // Kysely's types describe the selected columns.
      rows: result.rows as R[],
      ...(isWrite ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}),
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not streamed.')
  }

  /** A connection that cannot roll back is discarded; the original error is the one to report. */
  async rollBack(): Promise<void> {
    try {
      await this.#client.query('rollback')
    } catch (error) {
      this.#broken = error instanceof Error ? error : new Error(String(error))
    }
  }

  release(): void {
    this.#client.release(this.#broken)
  }
}
