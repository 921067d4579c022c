/** Queries of every page: built by Kysely once per engine, then run as a prepared statement with new parameters. */
import {
  type Compilable,
  type DeleteResult,
  type InsertResult,
  type Kysely,
  SqliteAdapter,
  type UpdateResult,
} from 'kysely'
import type { Connection } from '#server/context.ts'
import type { Engine } from './engine.ts'
import { type NamedQuery, PostgresLinesAdapter } from './postgres/postgres.ts'
import type { Database } from './schema.ts'
import { SqliteSessionAdapter } from './sqlite/sqlite.ts'
import { isHeldByAnotherProcess, retryWhileBusy } from './sqlite/sqlite-busy-retry.ts'
import { assertOutsideTransaction } from './transaction-guard.ts'

/** A write without RETURNING returns no rows; use RETURNING to learn the affected rows. */
type RowOf<O> = O extends InsertResult | UpdateResult | DeleteResult ? never : O

/** Placeholder for the value of a parameter, typed as the value. */
export type Param<P> = <K extends keyof P>(name: K) => P[K]

/** Placeholder in the query for the value of a parameter. */
class Marker {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

type Plan = { readonly query: NamedQuery; readonly values: (params: object) => unknown[] }

let plansMade = 0

/**
 * `prepared<Params>()((db, param, engine) => query)` returns a function `(connection, params) => Promise<rows>`, for
 * the database itself and inside a transaction. The shape of the query is fixed: values that vary are `param('name')`.
 */
export function prepared<P extends object>() {
  return <O>(build: (db: Kysely<Database>, param: Param<P>, engine: Engine) => Compilable<O>) => {
    const plans: { [E in Engine]?: Plan } = {}

    return (connection: Connection, params: P): Promise<RowOf<O>[]> => {
      const { adapter } = connection.getExecutor()
      const engine: Engine = adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
      // Kysely types the builder's parameters as their values.
      plans[engine] ??= planOf(build(connection, name => new Marker(name) as never, engine))
      const plan = plans[engine]
      const rows =
        adapter instanceof SqliteSessionAdapter
          ? runOnSqlite(adapter, connection.isTransaction, plan, params)
          : runOnConnection(connection, plan, params)
      // The rows are those of the built query.
      return rows as Promise<RowOf<O>[]>
    }
  }
}

/**
 * Bypasses Kysely's executor: a statement on our one connection runs at once unless another transaction is open.
 * Uncommitted data is not visible before its commit, at the end of this turn of the event loop.
 */
async function runOnSqlite(
  { session }: SqliteSessionAdapter,
  isTransaction: boolean,
  { query, values }: Plan,
  params: object,
): Promise<unknown[]> {
  if (isTransaction) return session.rows(query.sql, values(params))
  assertOutsideTransaction()
  if (session.hasUncommitted && !session.isHeld) await session.settled
  if (!session.isHeld && !session.hasUncommitted) {
    try {
      return session.rows(query.sql, values(params))
    } catch (error) {
      if (!isHeldByAnotherProcess(error)) throw error
    }
  }
  await session.hold()
  try {
    await session.letSettle()
    return await retryWhileBusy(session, () => {
      session.settle()
      return session.rows(query.sql, values(params))
    })
  } finally {
    session.release()
  }
}

/** On PostgreSQL, bypasses Kysely's executor outside transactions. */
async function runOnConnection(connection: Connection, { query, values }: Plan, params: object): Promise<unknown[]> {
  const executor = connection.getExecutor()
  const { adapter } = executor
  if (connection.isTransaction || !(adapter instanceof PostgresLinesAdapter)) {
    return (await executor.executeQuery({ ...query, parameters: values(params) })).rows
  }
  assertOutsideTransaction()
  return adapter.lines.rows({ name: query.statementName, text: query.sql, values: values(params) })
}

/** Whether statements sent at the same time share a round trip to the database. */
export function sharesRoundTrips(connection: Connection): boolean {
  return !connection.isTransaction && connection.getExecutor().adapter instanceof PostgresLinesAdapter
}

function planOf(query: Compilable): Plan {
  const compiled = query.compile()
  const slots = compiled.parameters
  plansMade += 1
  return {
    query: { ...compiled, statementName: `plan_${plansMade}` },
    values: params => slots.map(slot => (slot instanceof Marker ? valueIn(params, slot.name) : slot)),
  }
}

function valueIn(params: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(params, name)
  if (value === undefined) throw new Error(`The prepared query was run without its parameter "${String(name)}".`)
  return value
}
