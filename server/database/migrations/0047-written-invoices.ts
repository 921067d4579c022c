import { sql, type Transaction } from 'kysely'
import { type Engine, keyText } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { Migration } from './migration.ts'

/**
 * Invoices that the portal writes: their kind, lines, and the work behind each line. Amounts of a cancellation are
 * stored as those of its original; readers apply the sign. See 0071.
 */
export const writtenInvoices: Migration = {
  name: '0047-written-invoices',
  async up(db, engine) {
    await addColumns(db)
    await createLines(db, engine)
    for (const statement of engine === 'sqlite' ? sqliteGuards() : postgresGuards())
      await sql.raw(statement).execute(db)
  },
}

async function addColumns(db: Transaction<Database>): Promise<void> {
  await db.schema
    .alterTable('invoice')
    .addColumn('kind', 'text', c =>
      c.notNull().defaultTo('uploaded').check(sql`kind in ('uploaded', 'written', 'cancellation')`),
    )
    .execute()
  await db.schema
    .alterTable('invoice')
    .addColumn('cancels_id', 'text', c => c.references('invoice.id').onDelete('set null'))
    .execute()
  for (const column of ['cancel_reason', 'closing_text'] as const) {
    await db.schema
      .alterTable('invoice')
      .addColumn(column, 'text', c => c.notNull().defaultTo(''))
      .execute()
  }
  await db.schema
    .alterTable('invoice')
    .addColumn('line_grouping', 'text', c =>
      c.notNull().defaultTo('entry').check(sql`line_grouping in ('entry', 'ticket', 'type')`),
    )
    .execute()
  for (const column of ['has_work_record', 'is_pv_operator', 'is_pv_eligible'] as const) {
    await db.schema
      .alterTable('invoice')
      .addColumn(column, 'integer', c =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`${sql.ref(column)} in (0, 1)`),
      )
      .execute()
  }
  await db.schema
    .createIndex('invoice_cancelled_once')
    .on('invoice')
    .column('cancels_id')
    .unique()
    .where(sql<boolean>`cancels_id is not null`)
    .execute()
}

async function createLines(db: Transaction<Database>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('invoice_line')
    .addColumn('id', 'text', c => c.primaryKey().notNull())
    .addColumn('invoice_id', 'text', c => c.notNull().references('invoice.id').onDelete('cascade'))
    .addColumn('position', 'integer', c => c.notNull())
    .addColumn('work_key', 'text')
    .addColumn('text', 'text', c => c.notNull())
    .addColumn('description', 'text', c => c.notNull())
    .addColumn('quantity_milli', 'bigint', c => c.notNull())
    .addColumn('unit', 'text', c => c.notNull().check(sql`unit in ('hour', 'piece', 'kilometre', 'lumpSum')`))
    .addColumn('unit_price_e4', 'bigint', c => c.notNull().check(sql`unit_price_e4 >= 0`))
    .addColumn('net_cents', 'bigint', c => c.notNull())
    .addColumn('vat_case', 'text')
    .execute()
  await db.schema
    .createIndex('invoice_line_of_invoice')
    .on('invoice_line')
    .columns(['invoice_id', 'position'])
    .execute()
  await db.schema
    .createTable('invoice_line_entry')
    .addColumn('id', 'text', c => c.primaryKey().notNull())
    .addColumn('line_id', 'text', c => c.notNull().references('invoice_line.id').onDelete('cascade'))
    .addColumn('position', 'integer', c => c.notNull())
    .addColumn('entry_id', 'text', c => c.references('ticket_entry.id').onDelete('set null'))
    .addColumn('ticket_id', 'text', c => c.references('ticket.id').onDelete('set null'))
    .addColumn('ticket_number', 'text', c => c.notNull())
    .addColumn('ticket_name', 'text', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('description', 'text', c => c.notNull())
    .addColumn('date', keyText(engine), c => c.notNull())
    .addColumn('hours_hundredths', 'integer', c => c.notNull())
    .addColumn('amount_cents', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('invoice_line_entry_of_line')
    .on('invoice_line_entry')
    .columns(['line_id', 'position'])
    .execute()
  for (const column of ['entry_id', 'ticket_id'] as const) {
    await db.schema.createIndex(`invoice_line_entry_by_${column}`).on('invoice_line_entry').column(column).execute()
  }
}

const refusal = 'an issued invoice is not changed'
const isReleased = (id: string) =>
  `exists (select 1 from retained_invoice where invoice_id = ${id} and is_released = 1)`
/** A deleted invoice takes its lines along: its row is gone by then. */
const isFrozen = (id: string) =>
  `(exists (select 1 from invoice where id = ${id} and state <> 'draft') and not ${isReleased(id)})`
const invoiceOf = (line: string) => `(select invoice_id from invoice_line where id = ${line})`

/** A cancellation keeps its columns, but may outlive the invoice it cancels. */
const frozen = [
  'kind',
  'cancel_reason',
  'closing_text',
  'line_grouping',
  'has_work_record',
  'is_pv_operator',
  'is_pv_eligible',
]
/** Entry and ticket may be deleted with their customer. */
const copied = [
  'line_id',
  'position',
  'ticket_number',
  'ticket_name',
  'name',
  'description',
  'date',
  'hours_hundredths',
  'amount_cents',
]

function conditions(different: (column: string) => string) {
  const referenceChanged = (column: string) => `(new.${column} is not null and ${different(column)})`
  return {
    written: `old.state <> 'draft' and (${frozen.map(different).join(' or ')} or ${referenceChanged('cancels_id')})`,
    entry: `(${copied.map(different).join(' or ')} or ${referenceChanged('entry_id')} or ${referenceChanged('ticket_id')})`,
  }
}

function sqliteGuards(): string[] {
  const { written, entry } = conditions(column => `old.${column} is not new.${column}`)
  const abort = `begin select raise(abort, '${refusal}'); end`
  return [
    `create trigger invoice_written_stays before update on invoice when ${written} ${abort}`,
    `create trigger invoice_line_is_added before insert on invoice_line when ${isFrozen('new.invoice_id')} ${abort}`,
    `create trigger invoice_line_stays before update on invoice_line when ${isFrozen('old.invoice_id')} ${abort}`,
    `create trigger invoice_line_is_kept before delete on invoice_line when ${isFrozen('old.invoice_id')} ${abort}`,
    `create trigger invoice_line_entry_is_added before insert on invoice_line_entry when ${isFrozen(invoiceOf('new.line_id'))} ${abort}`,
    `create trigger invoice_line_entry_stays before update on invoice_line_entry when ${entry} and ${isFrozen(invoiceOf('old.line_id'))} ${abort}`,
    `create trigger invoice_line_entry_is_kept before delete on invoice_line_entry when ${isFrozen(invoiceOf('old.line_id'))} ${abort}`,
  ]
}

function postgresGuards(): string[] {
  const { written, entry } = conditions(column => `old.${column} is distinct from new.${column}`)
  const refuse = `raise exception '${refusal}'`
  return [
    `create trigger invoice_written_stays before update on invoice for each row when (${written}) execute function invoice_refuse()`,
    `create function invoice_line_refuse() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    if ${isFrozen('new.invoice_id')} then ${refuse}; end if;
    return new;
  end if;
  if ${isFrozen('old.invoice_id')} then ${refuse}; end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$`,
    'create trigger invoice_line_stays before insert or update or delete on invoice_line for each row execute function invoice_line_refuse()',
    `create function invoice_line_entry_refuse() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    if ${isFrozen(invoiceOf('new.line_id'))} then ${refuse}; end if;
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if ${entry} and ${isFrozen(invoiceOf('old.line_id'))} then ${refuse}; end if;
    return new;
  end if;
  if ${isFrozen(invoiceOf('old.line_id'))} then ${refuse}; end if;
  return old;
end $$`,
    'create trigger invoice_line_entry_stays before insert or update or delete on invoice_line_entry for each row execute function invoice_line_entry_refuse()',
  ]
}
