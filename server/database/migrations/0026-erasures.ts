import { sql, type Transaction } from 'kysely'
import type { Engine } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { Migration } from './migration.ts'

/** Deleted accounts: who asked, retained invoices and their periods, and the removal of an invoice after its period. */
export const erasures: Migration = {
  name: '0026-erasures',
  async up(db, engine) {
    await db.schema.alterTable('customer').addColumn('erased_at', 'text').execute()
    await db.schema
      .createTable('erasure')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('customer_id', 'text', c => c.references('customer.id').onDelete('set null'))
      .addColumn('customer_number', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('waiting', 'withdrawn', 'done')`))
      .addColumn('asked_by', 'text', c => c.notNull().check(sql`asked_by in ('customer', 'admin')`))
      .addColumn('asked_at', 'text', c => c.notNull())
      .addColumn('due_at', 'text', c => c.notNull())
      .addColumn('ended_at', 'text')
      .addCheckConstraint('erasure_ended', sql`(state = 'waiting') = (ended_at is null)`)
      .execute()
    await db.schema.createIndex('erasure_of_customer').on('erasure').columns(['customer_id', 'id']).execute()
    await db.schema
      .createIndex('erasure_waiting_once')
      .on('erasure')
      .column('customer_id')
      .unique()
      .where(sql<boolean>`state = 'waiting'`)
      .execute()
    await db.schema.createIndex('erasure_due').on('erasure').columns(['state', 'due_at']).execute()
    await db.schema
      .createTable('retained_invoice')
      .addColumn('invoice_id', 'text', c => c.primaryKey().notNull().references('invoice.id').onDelete('cascade'))
      .addColumn('recipient', 'text', c => c.notNull())
      .addColumn('kept_until', 'text', c => c.notNull())
      .addColumn('is_released', 'integer', c => c.notNull().defaultTo(0).check(sql`is_released in (0, 1)`))
      .execute()
    await db.schema.createIndex('retained_invoice_by_end').on('retained_invoice').column('kept_until').execute()
    await replaceGuard(db, engine)
  },
}

/** As in migration 0013, but for invoices of deleted accounts whose period is over. */
async function replaceGuard(db: Transaction<Database>, engine: Engine): Promise<void> {
  const released = 'exists (select 1 from retained_invoice where invoice_id = old.id and is_released = 1)'
  const refusal = 'an issued invoice is not changed'
  const statements =
    engine === 'sqlite'
      ? [
          'drop trigger invoice_issued_is_kept',
          `create trigger invoice_issued_is_kept before delete on invoice when old.state <> 'draft' and not ${released} begin select raise(abort, '${refusal}'); end`,
        ]
      : [
          'drop trigger invoice_issued_is_kept on invoice',
          `create function invoice_keep() returns trigger language plpgsql as $$ begin
  if ${released} then return old; end if;
  raise exception '${refusal}';
end $$`,
          `create trigger invoice_issued_is_kept before delete on invoice for each row when (old.state <> 'draft') execute function invoice_keep()`,
        ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
