import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/**
 * Work per month: minutes, EUR, and the part on issued invoices. The chart of twelve months would otherwise read every
 * entry of a year. Triggers keep it correct for every writer.
 */
export const workMonths: Migration = {
  name: '0015-work-months',
  async up(db, engine) {
    await db.schema
      .createTable('work_month')
      // YYYY-MM, by the entry's date.
      .addColumn('month', keyText(engine), c => c.primaryKey().notNull())
      .addColumn('minutes', 'bigint', c => c.notNull().check(sql`minutes >= 0`))
      .addColumn('total_cents', 'bigint', c => c.notNull().check(sql`total_cents >= 0`))
      .addColumn('billed_cents', 'bigint', c => c.notNull().check(sql`billed_cents >= 0`))
      .execute()
    await sql`insert into work_month (month, minutes, total_cents, billed_cents)
      select substr(date, 1, 7), sum(minutes), sum(total_cents),
        sum(case when invoice.state = 'issued' then total_cents else 0 end)
      from ticket_entry left join invoice on invoice.id = ticket_entry.invoice_id group by 1`.execute(db)
    for (const statement of engine === 'sqlite' ? sqliteTriggers() : postgresTriggers()) {
      await sql.raw(statement).execute(db)
    }
  },
}

const worked = ['date', 'minutes', 'total_cents']
const billed = ['date', 'total_cents', 'invoice_id']

const differs = (columns: readonly string[], operator: string) =>
  columns.map(column => `old.${column} ${operator} new.${column}`).join(' or ')
const isIssued = (row: string) => `exists (select 1 from invoice where id = ${row}.invoice_id and state = 'issued')`

/** Adds an entry to its month, or removes it. A month that is reduced has its row already. */
const countWork = (row: 'new' | 'old') =>
  row === 'new'
    ? `insert into work_month (month, minutes, total_cents, billed_cents)
    values (substr(new.date, 1, 7), new.minutes, new.total_cents, 0)
    on conflict (month) do update set minutes = work_month.minutes + excluded.minutes,
      total_cents = work_month.total_cents + excluded.total_cents;`
    : `update work_month set minutes = minutes - old.minutes, total_cents = total_cents - old.total_cents
    where month = substr(old.date, 1, 7);`

const countBilled = (row: 'new' | 'old') =>
  row === 'new'
    ? `insert into work_month (month, minutes, total_cents, billed_cents)
    select substr(new.date, 1, 7), 0, 0, new.total_cents where ${isIssued('new')}
    on conflict (month) do update set billed_cents = work_month.billed_cents + excluded.billed_cents;`
    : `update work_month set billed_cents = billed_cents - old.total_cents
    where month = substr(old.date, 1, 7) and ${isIssued('old')};`

/** An invoice is issued or cancelled with all its entries. */
const entriesOfMonth = `select sum(total_cents) from ticket_entry
      where invoice_id = new.id and substr(date, 1, 7) = work_month.month`
const countInvoice = `update work_month
    set billed_cents = billed_cents + case when new.state = 'issued' then 1 else -1 end * (${entriesOfMonth})
    where month in (select substr(date, 1, 7) from ticket_entry where invoice_id = new.id);`
const turns = `(old.state = 'issued') <> (new.state = 'issued')`

function sqliteTriggers(): string[] {
  return [
    `create trigger ticket_entry_month_insert after insert on ticket_entry begin ${countWork('new')} ${countBilled('new')} end`,
    `create trigger ticket_entry_month_delete after delete on ticket_entry begin ${countWork('old')} ${countBilled('old')} end`,
    `create trigger ticket_entry_month_update after update of ${worked.join(', ')} on ticket_entry when ${differs(worked, '<>')} begin ${countWork('old')} ${countWork('new')} end`,
    `create trigger ticket_entry_month_bill after update of ${billed.join(', ')} on ticket_entry when ${differs(billed, 'is not')} begin ${countBilled('old')} ${countBilled('new')} end`,
    `create trigger invoice_month_bill after update of state on invoice when ${turns} begin ${countInvoice} end`,
  ]
}

/**
 * Work is counted at the commit: every writer changes the row of this month, so it is locked only when nothing else is
 * waited for. Billed work depends on the invoice at that time; it is rare, and counted at once.
 */
function postgresTriggers(): string[] {
  const counting = (name: string, count: (row: 'new' | 'old') => string) =>
    `create function ${name}() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then ${count('old')} end if;
  if tg_op <> 'DELETE' then ${count('new')} end if;
  return null;
end $$`
  const each = 'for each row'
  const later = `deferrable initially deferred ${each}`
  return [
    counting('ticket_entry_month', countWork),
    `create constraint trigger ticket_entry_month_count after insert or delete on ticket_entry ${later} execute function ticket_entry_month()`,
    `create constraint trigger ticket_entry_month_update after update of ${worked.join(', ')} on ticket_entry ${later} when (${differs(worked, '<>')}) execute function ticket_entry_month()`,
    counting('ticket_entry_month_bill', countBilled),
    `create trigger ticket_entry_month_bill_insert after insert on ticket_entry ${each} when (new.invoice_id is not null) execute function ticket_entry_month_bill()`,
    `create trigger ticket_entry_month_bill_delete after delete on ticket_entry ${each} when (old.invoice_id is not null) execute function ticket_entry_month_bill()`,
    `create trigger ticket_entry_month_bill_update after update of ${billed.join(', ')} on ticket_entry ${each} when ((old.invoice_id is not null or new.invoice_id is not null) and (${differs(billed, 'is distinct from')})) execute function ticket_entry_month_bill()`,
    `create function invoice_month_bill() returns trigger language plpgsql as $$ begin ${countInvoice} return null; end $$`,
    `create trigger invoice_month_bill after update of state on invoice ${each} when (${turns}) execute function invoice_month_bill()`,
  ]
}
