import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Questions of customers on a line or an entry of an invoice. See 0074. */
export const invoiceQuestions: Migration = {
  name: '0052-invoice-questions',
  async up(db) {
    await db.schema
      .createTable('invoice_question')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('invoice_id', 'text', c => c.notNull().references('invoice.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('line_id', 'text', c => c.references('invoice_line.id').onDelete('set null'))
      .addColumn('entry_id', 'text', c => c.references('ticket_entry.id').onDelete('set null'))
      .addColumn('ticket_id', 'text', c => c.references('ticket.id').onDelete('set null'))
      .addColumn('subject', 'text', c => c.notNull())
      .addColumn('text', 'text', c => c.notNull())
      .addColumn('state', 'text', c =>
        c.notNull().check(sql`state in ('open', 'answered') and (state = 'open') = (answered_at is null)`),
      )
      .addColumn('asked_by', 'text', c => c.notNull())
      .addColumn('answer', 'text', c => c.notNull())
      .addColumn('answered_by', 'text', c => c.notNull())
      .addColumn('answered_at', 'text')
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
    for (const [name, columns] of Object.entries(indexes)) {
      await db.schema.createIndex(`invoice_question_${name}`).on('invoice_question').columns(columns).execute()
    }
  },
}

const indexes = {
  by_state: ['state', 'id'],
  of_customer: ['customer_id', 'id', 'state'],
  of_ticket: ['ticket_id', 'id', 'state', 'customer_id'],
  of_invoice: ['invoice_id', 'state'],
  // So that a deleted line or entry finds its questions.
  of_line: ['line_id'],
  of_entry: ['entry_id'],
}
