import { sql, type Transaction } from 'kysely'
import { type Engine, keyText } from '#server/database/engine.ts'
import { foldNumber } from '#server/database/fold.ts'
import type { Database } from '#server/database/schema.ts'
import type { Migration } from './migration.ts'
import { keepRowCounts } from './row-count-triggers.ts'

/** An invoice becomes a record of its own: amounts, dates, payment; lists over it; immutable once issued. */
export const invoices: Migration = {
  name: '0013-invoices',
  async up(db, engine) {
    await addColumns(db, engine)
    await fillColumns(db)
    await addIndexes(db)
    await keepRowCounts(db, engine, 'invoice', ['state', 'is_paid'])
    for (const statement of engine === 'sqlite' ? sqliteGuards() : postgresGuards())
      await sql.raw(statement).execute(db)
  },
}

/** After every real date: a draft without one sorts with the newest invoices. */
const noDate = '9999-12-31'

async function addColumns(db: Transaction<Database>, engine: Engine): Promise<void> {
  // It is compared with the columns below.
  if (engine === 'postgres') await sql`alter table invoice alter column issue_date type text collate "C"`.execute(db)
  await db.schema
    .alterTable('invoice')
    .addColumn('number_key', keyText(engine), c => c.notNull().defaultTo(''))
    .execute()
  for (const column of ['issue_key', 'due_key']) {
    await db.schema
      .alterTable('invoice')
      .addColumn(column, keyText(engine), c => c.notNull().defaultTo(noDate))
      .execute()
  }
  for (const column of ['due_date', 'service_from', 'service_to', 'paid_on'] as const) {
    await db.schema.alterTable('invoice').addColumn(column, keyText(engine)).execute()
  }
  await db.schema
    .alterTable('invoice')
    .addColumn('pdf_file_id', 'text', c => c.references('file.id'))
    .execute()
  for (const column of ['net_cents', 'tax_cents'] as const) {
    await db.schema
      .alterTable('invoice')
      .addColumn(column, 'bigint', c => c.notNull().defaultTo(0))
      .execute()
  }
}

/** Existing rows are from before invoices could be created: the whole amount is taken as net. */
async function fillColumns(db: Transaction<Database>): Promise<void> {
  await sql`update invoice set net_cents = gross_cents, due_date = issue_date,
    issue_key = coalesce(issue_date, ${sql.lit(noDate)}), due_key = coalesce(issue_date, ${sql.lit(noDate)}),
    paid_on = case when is_paid = 1 then substr(updated_at, 1, 10) end`.execute(db)
  for (const { id, number } of await db.selectFrom('invoice').select(['id', 'number']).execute()) {
    const key = number === null ? '' : foldNumber(number)
    await db.updateTable('invoice').set({ number_key: key }).where('id', '=', id).execute()
  }
  // SQLite adds a constraint over several columns only with a column; it is checked against the existing rows.
  const rules = [
    'gross_cents = net_cents + tax_cents and net_cents >= 0 and tax_cents >= 0',
    `issue_key = coalesce(issue_date, '${noDate}') and due_key = coalesce(due_date, '${noDate}')`,
    `(number is null) = (number_key = '')`,
    '(is_paid = 1) = (paid_on is not null)',
    `state <> 'draft' or is_paid = 0`,
    `state = 'draft' or (issue_date is not null and due_date is not null)`,
  ]
  await db.schema
    .alterTable('invoice')
    .addColumn('tax_lines', 'text', c =>
      c
        .notNull()
        .defaultTo('[]')
        .check(sql.raw<boolean>(rules.map(rule => `(${rule})`).join(' and '))),
    )
    .execute()
}

/**
 * One index per sort, for one customer's list and for the admin's over all, followed by the filter columns; and in the
 * default order one for each filter (decision 0019).
 */
async function addIndexes(db: Transaction<Database>): Promise<void> {
  const filtered = ['id', 'state', 'is_paid', 'due_date'] as const
  for (const key of ['issue_key', 'due_key', 'number_key', 'gross_cents'] as const) {
    const also = key === 'issue_key' ? [] : (['issue_key'] as const)
    await db.schema
      .createIndex(`invoice_by_${key}`)
      .on('invoice')
      .columns([key, ...filtered, ...also])
      .execute()
    await db.schema
      .createIndex(`invoice_of_customer_by_${key}`)
      .on('invoice')
      .columns(['customer_id', key, ...filtered, ...also])
      .execute()
  }
  await db.schema
    .createIndex('invoice_by_state')
    .on('invoice')
    .columns(['state', 'issue_key', 'id', 'is_paid', 'due_date'])
    .execute()
  const isIssued = sql<boolean>`state = 'issued'`
  const isUnpaid = sql<boolean>`state = 'issued' and is_paid = 0`
  await db.schema
    .createIndex('invoice_by_is_paid')
    .on('invoice')
    .columns(['is_paid', 'issue_key', 'id', 'due_date', 'gross_cents'])
    .where(isIssued)
    .execute()
  // The sums that one customer owes; those over all customers are in the previous index.
  await db.schema.dropIndex('invoice_unpaid').execute()
  await db.schema
    .createIndex('invoice_unpaid')
    .on('invoice')
    .columns(['customer_id', 'due_date', 'gross_cents'])
    .where(isUnpaid)
    .execute()
  await db.schema.dropIndex('invoice_by_customer').execute()
  await db.schema
    .createIndex('invoice_number_once')
    .on('invoice')
    .column('number_key')
    .unique()
    .where(sql<boolean>`number_key <> ''`)
    .execute()
  // The owner of a file is looked up on deletion.
  await db.schema.createIndex('invoice_by_pdf').on('invoice').column('pdf_file_id').unique().execute()
  // Finished work that waits for an invoice: adding an entry does not touch it.
  await db.schema
    .createIndex('ticket_entry_billable')
    .on('ticket_entry')
    .columns(['customer_id', 'date', 'id'])
    .where(sql<boolean>`invoice_id is null and progress = 'finished'`)
    .execute()
}

/**
 * § 14 UStG, GoBD: issued invoices are neither changed nor deleted. Only payment, notes and the way to a cancellation
 * may change.
 */
const frozen = [
  'number',
  'customer_id',
  'issue_date',
  'due_date',
  'service_from',
  'service_to',
  'net_cents',
  'tax_cents',
  'tax_lines',
  'gross_cents',
  'pdf_file_id',
]
const refusal = 'an issued invoice is not changed'

function sqliteGuards(): string[] {
  const differs = frozen.map(column => `old.${column} is not new.${column}`).join(' or ')
  return [
    `create trigger invoice_issued_stays before update on invoice when old.state <> 'draft' and (new.state = 'draft' or ${differs}) begin select raise(abort, '${refusal}'); end`,
    `create trigger invoice_issued_is_kept before delete on invoice when old.state <> 'draft' begin select raise(abort, '${refusal}'); end`,
  ]
}

function postgresGuards(): string[] {
  const differs = frozen.map(column => `old.${column} is distinct from new.${column}`).join(' or ')
  return [
    `create function invoice_refuse() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$`,
    `create trigger invoice_issued_stays before update on invoice for each row when (old.state <> 'draft' and (new.state = 'draft' or ${differs})) execute function invoice_refuse()`,
    `create trigger invoice_issued_is_kept before delete on invoice for each row when (old.state <> 'draft') execute function invoice_refuse()`,
  ]
}
