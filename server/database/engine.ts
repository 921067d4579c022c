/** The few true differences between SQLite and PostgreSQL. An unknown engine throws instead of guessing. */
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

/** Type of a text column that is sorted or range-compared: by code point on both engines. */
export function keyText(engine: Engine) {
  switch (engine) {
    case 'sqlite':
      return sql`text`
    case 'postgres':
      return sql`text collate "C"`
    default:
      throw unknownEngine(engine)
  }
}

/** Whether a driver error means that a unique index refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23505') return true
  return 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555)
}

/** Whether an error means that a foreign key refused the change. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23503') return true
  return 'errcode' in error && error.errcode === 787
}

/** Whether an error means that the database is temporarily too busy or unavailable: worth retrying later. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && busyCodes.test(error.code)) return true
  if (lostConnection.test(error.message)) return true
  return 'errcode' in error && typeof error.errcode === 'number' && busyErrcodes.has(error.errcode & 0xff)
}

/** Statement timeout, lock not available, too many connections, shutting down, connection lost, and no connection. */
const busyCodes =
  /^(57014|55P03|53300|57P0[123]|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOENT)$/
/** Driver messages without a code. */
const lostConnection =
  /^(Connection terminated|timeout e(?:xceeded when trying to connect|xpired)|Client has encountered a connection)/
/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL. */
const busyErrcodes: ReadonlySet<number> = new Set([5, 6, 13])

/**
 * Locks the rows a transaction reads in order to change them: `.$call(forUpdate(engine))`. SQLite has one writer at a
 * time and needs nothing.
 */
export function forUpdate(engine: Engine) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    engine === 'postgres' ? query.forUpdate() : query
}

/**
 * Locks the rows a new row will refer to, to prevent their deletion; updates and other references need not wait for
 * each other. SQLite has one writer at a time and needs nothing.
 */
export function forKeyShare(engine: Engine) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    engine === 'postgres' ? query.forKeyShare() : query
}

/** As `forUpdate`, but new references to the rows need not wait. */
export function forNoKeyUpdate(engine: Engine) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    engine === 'postgres' ? query.forNoKeyUpdate() : query
}

/** As `forUpdate`, but rows locked by another instance are skipped: for queues. */
export function forUpdateSkipLocked(engine: Engine) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    engine === 'postgres' ? query.forUpdate().skipLocked() : query
}

/**
 * A text column as a condition that uses no index: a list keeps walking the index of its ordering instead of collecting
 * the filtered rows and sorting them.
 */
export function unindexed<T extends string>(column: string) {
  return sql<T>`(${sql.ref(column)} || '')`
}

/** As `unindexed`, for a column of numbers. */
export function unindexedNumber(column: string) {
  return sql<number>`(+${sql.ref(column)})`
}

/**
 * The column, as the order of a cross join with a limit. By the column alone PostgreSQL would walk all of its table in that
 * order and join each row; a term of both tables can only be sorted after the join. SQLite joins as written, and sorts a
 * plain column faster. `joined` is any column of the other table.
 */
export function orderAfterJoin(engine: Engine, column: string, joined: string): RawBuilder<unknown> {
  switch (engine) {
    case 'sqlite':
      return sql`${sql.ref(column)}`
    case 'postgres':
      return sql`coalesce(${sql.ref(column)}, ${sql.ref(joined)})`
    default:
      throw unknownEngine(engine)
  }
}

/** The texts in a JSON array, for `in`: a single parameter, because SQLite refuses statements with over 32,766. */
export function listed(engine: Engine, list: string) {
  return engine === 'sqlite'
    ? sql<string>`(select value from json_each(${list}))`
    : sql<string>`(select json_array_elements_text(${list}::json))`
}

/**
 * As `listed`, for a few dozen: PostgreSQL expects ten texts in an array and looks them up. In a JSON array it expects
 * a hundred, and may read the whole table.
 */
export function fewListed(engine: Engine, list: string) {
  return engine === 'sqlite' ? listed(engine, list) : sql<string>`(select unnest(array${listed(engine, list)}))`
}

/** As `fewListed`, as rows with the places of the texts in the array. */
export function fewTexts(engine: Engine, list: string) {
  return engine === 'sqlite'
    ? sql<PlacedText>`(select value as text, rowid as place from json_each(${list}))`
    : sql<PlacedText>`(select text, place from unnest(array${listed(engine, list)}) with ordinality as given(text, place))`
}

type PlacedText = { readonly text: string; readonly place: number }

/** The greater of two numbers. Neither may be null: the engines differ there. */
export function greaterOf(engine: Engine, one: RawBuilder<number>, other: RawBuilder<number>) {
  return engine === 'sqlite' ? sql<number>`max(${one}, ${other})` : sql<number>`greatest(${one}, ${other})`
}

/** The objects in a JSON array as rows, for a join or an insert: one statement for any number of them. */
export function jsonRows<T extends Readonly<Record<string, number | string | null>>>(
  engine: Engine,
  json: string,
  columns: { readonly [K in keyof T & string]: 'bigint' | 'text' },
) {
  const names = Object.keys(columns)
  const types = Object.entries<string>(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  return engine === 'sqlite'
    ? sql<T>`(select ${sql.join(names.map(name => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))} from json_each(${json}))`
    : sql<T>`(select * from json_to_recordset(${json}::json) as given(${sql.join(types)}))`
}

/** Whether the columns of a row are among the objects in a JSON array. */
export function isAmongRows(engine: Engine, json: string, columns: Readonly<Record<string, 'bigint' | 'text'>>) {
  const names = sql.join(Object.keys(columns).map(name => sql.ref(name)))
  return sql<boolean>`(${names}) in (select ${names} from ${jsonRows(engine, json, columns)} as given)`
}

/** The columns that such an insert names, in the order of `jsonRowsToInsert`. */
export function namesOf<T extends object>(columns: T) {
  // The columns are written where they are passed: there are no others.
  return Object.keys(columns) as (keyof T & string)[]
}

/** The same as the source of an insert. Without a condition SQLite reads a conflict clause as one of a join. */
export function jsonRowsToInsert<T extends Readonly<Record<string, number | string | null>>>(
  ...[engine, json, columns]: Parameters<typeof jsonRows<T>>
) {
  return sql<T>`select ${sql.join(Object.keys(columns).map(name => sql.ref(name)))} from ${jsonRows<T>(engine, json, columns)} as given where true`
}

export async function hasTable(connection: Kysely<Database>, engine: Engine, name: keyof Database): Promise<boolean> {
  const query =
    engine === 'postgres'
      ? sql<{ found: number }>`select 1 as found where to_regclass(${name}) is not null`
      : sql<{ found: number }>`select 1 as found from sqlite_schema where type = 'table' and name = ${name}`
  return (await query.execute(connection)).rows.length === 1
}

const lockNumbers = {
  migration: 7_201,
  audit: 7_202,
  faq: 7_203,
  backup: 7_204,
  upgrade: 7_205,
  failedLogins: 7_206,
  numberSeries: 7_207,
  invoiceIssue: 7_208,
  billingRun: 7_209,
} as const

/**
 * Serializes a section across transactions, until the transaction ends. On SQLite every transaction is alone already.
 */
export async function lockForTransaction(
  trx: Transaction<Database>,
  engine: Engine,
  what: keyof typeof lockNumbers,
): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lockNumbers[what])})`.execute(trx)
}

/**
 * Serializes a section across instances that takes several transactions, while its own connection holds. On SQLite
 * there is one instance.
 */
export async function whileAlone<T>(
  { db, engine }: { db: Kysely<Database>; engine: Engine },
  what: keyof typeof lockNumbers,
  work: () => Promise<T>,
): Promise<T> {
  if (engine === 'sqlite') return work()
  const lock = sql.lit(lockNumbers[what])
  return db.connection().execute(async connection => {
    // The other instance's work may take long.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${lock})`.execute(connection)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

function unknownEngine(engine: never): Error {
  return new Error(`Unknown database engine ${String(engine)}`)
}
