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
  // For a missing row (`old` of an insert) the key is null in either case.
  const key = (row: string) =>
    columns.length === 0
      ? `case when ${row}.id is not null then '' end`
      : columns.map(column => `${row}.${column}`).join(` || ' ' || `)
  const statements = engine === 'sqlite' ? sqliteTriggers(table, columns, key) : postgresTrigger(table, columns, key)
  for (const statement of [...statements, countOnce(table, key(table))]) await sql.raw(statement).execute(trx)
}

type KeyOf = (row: string) => string

function sqliteTriggers(table: string, columns: readonly string[], key: KeyOf): string[] {
  const come = `insert into row_count (list, key, "count") values ('${table}', ${key('new')}, 1) on conflict (list, key) do update set "count" = "count" + 1;`
  const go = `update row_count set "count" = "count" - 1 where list = '${table}' and key = ${key('old')};`
  const triggers = [
    `create trigger ${table}_counted_insert after insert on ${table} begin ${come} end`,
    `create trigger ${table}_counted_delete after delete on ${table} begin ${go} end`,
  ]
  if (columns.length === 0) return triggers
  return [
    ...triggers,
    `create trigger ${table}_counted_update after update of ${columns.join(', ')} on ${table} when ${key('old')} <> ${key('new')} begin ${go} ${come} end`,
  ]
}

/**
 * Deferred to the commit: every writer changes a row of `row_count`, so it is locked only when nothing else is waited
 * for, and in the order of its keys.
 */
function postgresTrigger(table: string, columns: readonly string[], key: KeyOf): string[] {
  const events = columns.length === 0 ? 'insert or delete' : `insert or delete or update of ${columns.join(', ')}`
  return [
    `create function ${table}_counted() returns trigger language plpgsql as $$
declare
  gone text := ${key('old')};
  come text := ${key('new')};
begin
  if gone is not distinct from come then return null; end if;
  insert into row_count as kept (list, key, "count")
    select '${table}', step.key, step.change from (values (gone, -1), (come, 1)) as step (key, change)
    where step.key is not null order by step.key
    on conflict (list, key) do update set "count" = kept."count" + excluded."count";
  return null;
end $$`,
    `create constraint trigger ${table}_counted after ${events} on ${table} deferrable initially deferred for each row execute function ${table}_counted()`,
  ]
}

function countOnce(table: string, key: string): string {
  return `insert into row_count (list, key, "count") select '${table}', ${key}, count(*) from ${table} group by ${key}`
}
