import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The billing run of a month, and the invoices it has drafted. See 0075. */
export const billingRuns: Migration = {
  name: '0054-billing-runs',
  async up(db) {
    await db.schema
      .createTable('billing_run')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('month', 'text', c => c.notNull().unique())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('idle', 'drafting', 'issuing')`))
      .addColumn('grouping', 'text', c => c.notNull().check(sql`grouping in ('entry', 'ticket', 'type')`))
      .addColumn('vat_case', 'text')
      .addColumn('total_count', 'integer', c => c.notNull())
      .addColumn('done_count', 'integer', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('billing_run_invoice')
      .addColumn('invoice_id', 'text', c => c.primaryKey().notNull().references('invoice.id').onDelete('cascade'))
      .addColumn('run_id', 'text', c => c.notNull().references('billing_run.id'))
      .addColumn('missing', 'text')
      .addColumn('failure', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('billing_run_invoice_of_run')
      .on('billing_run_invoice')
      .columns(['run_id', 'invoice_id'])
      .execute()
  },
}
