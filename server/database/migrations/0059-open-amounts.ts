import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/**
 * Open amounts over all customers: unbilled EUR of the tickets, unpaid EUR of the issued invoices by their due date.
 * The summaries would otherwise read every open ticket and invoice. Triggers keep the amounts correct for every writer.
 */
export const openAmounts: Migration = {
  name: '0059-open-amounts',
  async up(db, engine) {
    await db.schema
      .createTable('open_amount')
      .addColumn('subject', keyText(engine), c => c.notNull().check(sql`subject in ('ticket', 'invoice')`))
      // YYYY-MM-DD; empty for tickets.
      .addColumn('due_date', keyText(engine), c => c.notNull())
      .addColumn('count', 'integer', c => c.notNull())
      .addColumn('cents', 'bigint', c => c.notNull())
      .addPrimaryKeyConstraint('open_amount_primary', ['subject', 'due_date'])
      .execute()
    for (const counted of [tickets, invoices]) {
      const statements = engine === 'sqlite' ? sqliteTriggers(counted) : postgresTrigger(counted)
      for (const statement of [...statements, countOnce(counted)]) await sql.raw(statement).execute(db)
    }
  },
}

type Counted = {
  table: 'ticket' | 'invoice'
  /** The columns that the conditions below read. */
  columns: readonly string[]
  isOpen: (row: string) => string
  dueDate: (row: string) => string
  cents: (row: string) => string
}

const tickets: Counted = {
  table: 'ticket',
  columns: ['total_cents', 'billed_cents'],
  isOpen: row => `${row}.total_cents > ${row}.billed_cents`,
  dueDate: () => `''`,
  cents: row => `${row}.total_cents - ${row}.billed_cents`,
}

const invoices: Counted = {
  table: 'invoice',
  columns: ['state', 'is_paid', 'due_date', 'gross_cents', 'paid_cents'],
  isOpen: row => `${row}.state = 'issued' and ${row}.is_paid = 0`,
  dueDate: row => `${row}.due_date`,
  cents: row => `${row}.gross_cents - ${row}.paid_cents`,
}

/** Removes the old row and adds the new one, in one change of each amount. A zero amount is deleted. */
function change({ table, isOpen, dueDate, cents }: Counted, rows: readonly ('old' | 'new')[]): string {
  const steps = rows.map(row => {
    const sign = row === 'old' ? '-' : ''
    return `select ${dueDate(row)} as due_date, ${sign}1 as change, ${sign}(${cents(row)}) as cents where ${isOpen(row)}`
  })
  return `insert into open_amount (subject, due_date, "count", cents)
    select '${table}', due_date, sum(change), sum(cents) from (${steps.join(' union all ')}) as step
    where true group by due_date having sum(change) <> 0 or sum(cents) <> 0 order by due_date
    on conflict (subject, due_date) do update set "count" = open_amount."count" + excluded."count",
      cents = open_amount.cents + excluded.cents;
  ${rows.includes('old') ? `delete from open_amount where subject = '${table}' and due_date = ${dueDate('old')} and "count" = 0;` : ''}`
}

function sqliteTriggers(counted: Counted): string[] {
  const { table, columns } = counted
  const differs = columns.map(column => `old.${column} is not new.${column}`).join(' or ')
  return [
    `create trigger ${table}_open_insert after insert on ${table} when ${counted.isOpen('new')} begin ${change(counted, ['new'])} end`,
    `create trigger ${table}_open_delete after delete on ${table} when ${counted.isOpen('old')} begin ${change(counted, ['old'])} end`,
    `create trigger ${table}_open_update after update of ${columns.join(', ')} on ${table} when ${differs} begin ${change(counted, ['old', 'new'])} end`,
  ]
}

/** Deferred to the commit: every writer changes the tickets' row, so it is locked only when nothing else is awaited. */
function postgresTrigger(counted: Counted): string[] {
  const { table, columns } = counted
  return [
    `create function ${table}_open() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then ${change(counted, ['new'])}
  elsif tg_op = 'DELETE' then ${change(counted, ['old'])}
  else ${change(counted, ['old', 'new'])} end if;
  return null;
end $$`,
    `create constraint trigger ${table}_open after insert or delete or update of ${columns.join(', ')} on ${table} deferrable initially deferred for each row execute function ${table}_open()`,
  ]
}

function countOnce({ table, isOpen, dueDate, cents }: Counted): string {
  return `insert into open_amount (subject, due_date, "count", cents)
    select '${table}', ${dueDate(table)}, count(*), sum(${cents(table)}) from ${table} where ${isOpen(table)} group by 2`
}
