import { sql, type Transaction } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import type { Migration } from './migration.ts'

/** Payments become rows that are never changed; invoices keep their sum. A paid invoice gets one payment. See 0066. */
export const invoicePayments: Migration = {
  name: '0044-invoice-payments',
  async up(db, engine) {
    await db.schema
      .createTable('invoice_payment')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('invoice_id', 'text', c => c.notNull().references('invoice.id'))
      .addColumn('amount_cents', 'bigint', c => c.notNull().check(sql`amount_cents <> 0`))
      .addColumn('paid_on', keyText(engine), c => c.notNull())
      .addColumn('reason', 'text', c => c.notNull())
      .addColumn('reverses_id', 'text', c => c.references('invoice_payment.id'))
      .addColumn('created_at', 'text', c => c.notNull())
      .addCheckConstraint('invoice_payment_reason', sql`amount_cents > 0 or reason <> ''`)
      .execute()
    await db.schema
      .createIndex('invoice_payment_of_invoice')
      .on('invoice_payment')
      .columns(['invoice_id', 'id'])
      .execute()
    await db.schema
      .createIndex('invoice_payment_reversed_once')
      .on('invoice_payment')
      .column('reverses_id')
      .unique()
      .where(sql<boolean>`reverses_id is not null`)
      .execute()
    await db.schema
      .alterTable('invoice')
      .addColumn('paid_cents', 'bigint', c => c.notNull().defaultTo(0))
      .execute()
    await payPaidInvoices(db)
    await replaceSumIndexes(db)
    for (const statement of engine === 'sqlite' ? sqliteGuards : postgresGuards) await sql.raw(statement).execute(db)
  },
}

async function payPaidInvoices(db: Transaction<Database>): Promise<void> {
  const paid = await db
    .selectFrom('invoice')
    .select(['id', 'gross_cents', 'paid_on', 'updated_at'])
    .where('is_paid', '=', 1)
    .where('gross_cents', '>', 0)
    .orderBy('id')
    .execute()
  for (const { id, gross_cents, paid_on, updated_at } of paid) {
    const payment = { id: newId(), invoice_id: id, cents: gross_cents, paid_on: paid_on ?? updated_at.slice(0, 10) }
    await sql`insert into invoice_payment (id, invoice_id, amount_cents, paid_on, reason, created_at)
      values (${payment.id}, ${id}, ${payment.cents}, ${payment.paid_on}, '', ${updated_at})`.execute(db)
  }
  await sql`update invoice set paid_cents = gross_cents where is_paid = 1`.execute(db)
}

/** The open amount is gross less paid. */
async function replaceSumIndexes(db: Transaction<Database>): Promise<void> {
  for (const name of ['invoice_by_is_paid', 'invoice_unpaid']) await db.schema.dropIndex(name).execute()
  await db.schema
    .createIndex('invoice_by_is_paid')
    .on('invoice')
    .columns(['is_paid', 'issue_key', 'id', 'due_date', 'gross_cents', 'paid_cents'])
    .where(sql<boolean>`state = 'issued'`)
    .execute()
  await db.schema
    .createIndex('invoice_unpaid')
    .on('invoice')
    .columns(['customer_id', 'due_date', 'gross_cents', 'paid_cents'])
    .where(sql<boolean>`state = 'issued' and is_paid = 0`)
    .execute()
}

const refusal = 'a payment is not changed'
const isReleased = 'exists (select 1 from retained_invoice where invoice_id = old.invoice_id and is_released = 1)'
const sqliteGuards = [
  `create trigger invoice_payment_stays before update on invoice_payment begin select raise(abort, '${refusal}'); end`,
  `create trigger invoice_payment_is_kept before delete on invoice_payment when not ${isReleased} begin select raise(abort, '${refusal}'); end`,
]
const postgresGuards = [
  `create function invoice_payment_refuse() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' and ${isReleased} then return old; end if;
  raise exception '${refusal}';
end $$`,
  'create trigger invoice_payment_stays before update on invoice_payment for each row execute function invoice_payment_refuse()',
  'create trigger invoice_payment_is_kept before delete on invoice_payment for each row execute function invoice_payment_refuse()',
]
