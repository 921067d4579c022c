/** The triggers that keep `row_count`. Released migrations use them: never change their output, only add to it. */
import { sql, type Transaction } from 'kysely'
import type { Engine } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'

/**
 * From here on the database itself counts the rows of a table by the values of some columns, which are numbers, or
 * texts without spaces, and never null; without columns, all under one empty key. Existing rows are counted now.
 */
export async function keepRowCounts(
  trx: Transaction<Database>,
  engine: Engine,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await keepCounts(trx, engine, { list: table, table, columns, dropsZero: false })
}

/**
 * As `keepRowCounts`, for the rows of each customer, as the list `<table>_of_customer`. A count that reaches zero is
 * deleted, so that nothing is left of a customer whose rows are gone.
 */
export async function keepRowCountsOfCustomers(
  trx: Transaction<Database>,
  engine: Engine,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const counted = { list: `${table}_of_customer`, table, columns: ['customer_id', ...columns], dropsZero: true }
  await keepCounts(trx, engine, counted)
}

type Counted = { list: string; table: string; columns: readonly string[]; dropsZero: boolean }

async function keepCounts(trx: Transaction<Database>, engine: Engine, counted: Counted): Promise<void> {
  const { columns, table } = counted
  // For a missing row (`old` of an insert) the key is null in either case.
  const key = (row: string) =>
    columns.length === 0
      ? `case when ${row}.id is not null then '' end`
      : columns.map(column => `${row}.${column}`).join(` || ' ' || `)
  const statements = engine === 'sqlite' ? sqliteTriggers(counted, key) : postgresTrigger(counted, key)
  for (const statement of [...statements, countOnce(counted, key(table))]) await sql.raw(statement).execute(trx)
}

type KeyOf = (row: string) => string

function sqliteTriggers({ list, table, columns, dropsZero }: Counted, key: KeyOf): string[] {
  const come = `insert into row_count (list, key, "count") values ('${list}', ${key('new')}, 1) on conflict (list, key) do update set "count" = "count" + 1;`
  const take = `update row_count set "count" = "count" - 1 where list = '${list}' and key = ${key('old')};`
  const go = dropsZero ? `${take} ${dropZero(list, key('old'))}` : take
  const triggers = [
    `create trigger ${list}_counted_insert after insert on ${table} begin ${come} end`,
    `create trigger ${list}_counted_delete after delete on ${table} begin ${go} end`,
  ]
  if (columns.length === 0) return triggers
  return [
    ...triggers,
    `create trigger ${list}_counted_update after update of ${columns.join(', ')} on ${table} when ${key('old')} <> ${key('new')} begin ${go} ${come} end`,
  ]
}

function dropZero(list: string, key: string): string {
  return `delete from row_count where list = '${list}' and key = ${key} and "count" = 0;`
}

/**
 * Deferred to the commit: every writer changes a row of `row_count`, so it is locked only when nothing else is waited
 * for, and in the order of its keys.
 */
function postgresTrigger({ list, table, columns, dropsZero }: Counted, key: KeyOf): string[] {
  const events = columns.length === 0 ? 'insert or delete' : `insert or delete or update of ${columns.join(', ')}`
  return [
    `create function ${list}_counted() returns trigger language plpgsql as $$
declare
  gone text := ${key('old')};
  come text := ${key('new')};
begin
  if gone is not distinct from come then return null; end if;
  insert into row_count as kept (list, key, "count")
    select '${list}', step.key, step.change from (values (gone, -1), (come, 1)) as step (key, change)
    where step.key is not null order by step.key
    on conflict (list, key) do update set "count" = kept."count" + excluded."count";
${
  dropsZero
    ? `  ${dropZero(list, 'gone')}
`
    : ''
}  return null;
end $$`,
    `create constraint trigger ${list}_counted after ${events} on ${table} deferrable initially deferred for each row execute function ${list}_counted()`,
  ]
}

function countOnce({ list, table }: Counted, key: string): string {
  return `insert into row_count (list, key, "count") select '${list}', ${key}, count(*) from ${table} group by ${key}`
}
