/**
 * Readings and minutes are in parts by the month (UTC) on PostgreSQL: an old month goes at once, without deleting its
 * rows. A part named `…_rest` takes all other rows, so that no reading is refused for lack of a month.
 */
import { sql, type Transaction } from 'kysely'
import type { Connection } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'

export const monthlyTables = ['energy_reading', 'energy_minute'] as const
export type MonthlyTable = (typeof monthlyTables)[number]

/** `2026_11` */
export type Month = string

export function monthOf(at: number): Month {
  return new Date(at).toISOString().slice(0, 7).replace('-', '_')
}

/** `to` is the start of the next month. Milliseconds since 1970. */
export function monthSpan(month: Month): { readonly from: number; readonly to: number } {
  const [year = 0, number = 0] = month.split('_').map(Number)
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) }
}

/** The months that a table has parts for, the earliest first. */
export async function listMonths(connection: Connection, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits inner join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass`.execute(connection)
  return rows.flatMap(({ name }) => /_(\d{4}_\d{2})$/.exec(name)?.[1] ?? []).toSorted()
}

/** The months of rows that no month has taken. */
export async function listMonthsOfRest(connection: Connection, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(to_timestamp(at_ms / 1000.0) at time zone 'UTC', 'YYYY_MM') as month
    from ${sql.table(`${table}_rest`)}`.execute(connection)
  return rows.map(({ month }) => month)
}

/**
 * Adds the part of a month, with the rows that came before it. Statements on the table wait until the transaction ends:
 * one that has planned without the part misses the rows that move, and fails to insert rows that the part takes over.
 */
export async function addMonth(trx: Transaction<Database>, table: MonthlyTable, month: Month): Promise<void> {
  const { from, to } = monthSpan(month)
  const [name, part, rest] = [table, `${table}_${month}`, `${table}_rest`].map(each => sql.table(each))
  await sql`set local statement_timeout = 0`.execute(trx)
  // First, and with its parts. A lock on the rest alone lets statements plan before they wait.
  await sql`lock table ${name} in access exclusive mode`.execute(trx)
  await sql`create table ${part} (like ${name} including constraints including indexes)`.execute(trx)
  await sql`
    with moved as (delete from ${rest} where at_ms >= ${sql.lit(from)} and at_ms < ${sql.lit(to)} returning *)
    insert into ${part} select * from moved`.execute(trx)
  await sql`alter table ${name} attach partition ${part} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
    trx,
  )
}

/** Removes the part of a month with its rows. */
export async function dropMonth(trx: Transaction<Database>, table: MonthlyTable, month: Month): Promise<void> {
  const part = sql.table(`${table}_${month}`)
  await sql`alter table ${sql.table(table)} detach partition ${part}`.execute(trx)
  await sql`drop table ${part}`.execute(trx)
}

/** Deletes rows older than `before` that are in no month. */
export async function deleteOldRest(trx: Transaction<Database>, table: MonthlyTable, before: number): Promise<void> {
  await sql`delete from ${sql.table(`${table}_rest`)} where at_ms < ${sql.lit(before)}`.execute(trx)
}
