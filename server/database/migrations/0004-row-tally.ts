import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/**
 * The number of tickets and entries, per customer (`*` for all), progress and badge. A page of a list shows the total;
 * counting hundreds of thousands would cost more than the page. Triggers keep it correct for every writer.
 */
export const rowTally: Migration = {
  name: '0004-row-tally',
  async up(db, engine) {
    await db.schema
      .createTable('row_tally')
      .addColumn('kind', 'text', c => c.notNull().check(sql`kind in ('ticket', 'entry')`))
      .addColumn('customer_id', keyText(engine), c => c.notNull())
      .addColumn('progress', 'text', c => c.notNull())
      .addColumn('invoice_state', 'text', c => c.notNull())
      .addColumn('row_count', 'integer', c => c.notNull().check(sql`row_count >= 0`))
      .addPrimaryKeyConstraint('row_tally_primary', ['kind', 'customer_id', 'progress', 'invoice_state'])
      .execute()
    for (const { kind, table, state, columns } of tallied) {
      const owners = ['customer_id', "'*'"]
      for (const owner of owners) {
        await sql
          .raw(
            `insert into row_tally select '${kind}', ${owner}, progress, ${state('')}, count(*) from ${table} group by 2, 3, 4`,
          )
          .execute(db)
      }
      const add = `insert into row_tally (kind, customer_id, progress, invoice_state, row_count)
  values ('${kind}', new.customer_id, new.progress, ${state('new.')}, 1), ('${kind}', '*', new.progress, ${state('new.')}, 1)
  on conflict (kind, customer_id, progress, invoice_state) do update set row_count = row_tally.row_count + 1;`
      const take = `update row_tally set row_count = row_count - 1 where kind = '${kind}'
  and customer_id in (old.customer_id, '*') and progress = old.progress and invoice_state = ${state('old.')};`
      const differs = columns.map(column => `old.${column} <> new.${column}`).join(' or ')
      for (const statement of engine === 'sqlite'
        ? sqliteTriggers(table, columns, { add, take, differs })
        : postgresTriggers(table, columns, { add, take, differs })) {
        await sql.raw(statement).execute(db)
      }
    }
  },
}

const tallied = [
  {
    kind: 'ticket',
    table: 'ticket',
    columns: ['customer_id', 'progress', 'invoice_state'],
    state: (row: string) => `${row}invoice_state`,
  },
  { kind: 'entry', table: 'ticket_entry', columns: ['customer_id', 'progress'], state: () => "''" },
]

type Parts = { add: string; take: string; differs: string }

function sqliteTriggers(table: string, columns: string[], { add, take, differs }: Parts): string[] {
  return [
    `create trigger ${table}_tally_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_tally_delete after delete on ${table} begin ${take} end`,
    `create trigger ${table}_tally_update after update of ${columns.join(', ')} on ${table} when ${differs} begin ${take} ${add} end`,
  ]
}

function postgresTriggers(table: string, columns: string[], { add, take, differs }: Parts): string[] {
  return [
    `create function ${table}_tally() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then ${take} end if;
  if tg_op <> 'DELETE' then ${add} end if;
  return null;
end $$`,
    // At the commit: every writer changes these rows, so they are locked only when nothing else is waited for.
    `create constraint trigger ${table}_tally_count after insert or delete on ${table} deferrable initially deferred for each row execute function ${table}_tally()`,
    `create constraint trigger ${table}_tally_update after update of ${columns.join(', ')} on ${table} deferrable initially deferred for each row when (${differs}) execute function ${table}_tally()`,
  ]
}
