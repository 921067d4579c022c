import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** Tickets with their entries and measured time, the invoices they lead to, and the words they are found by. */
export const tickets: Migration = {
  name: '0002-tickets',
  async up(db, engine) {
    await db.schema
      .createTable('invoice')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('number', 'text', c => c.unique())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('draft', 'issued', 'cancelled')`))
      .addColumn('is_paid', 'integer', c => c.notNull().check(sql`is_paid in (0, 1)`))
      .addColumn('issue_date', 'text')
      .addColumn('gross_cents', 'bigint', c => c.notNull())
      .addColumn('notes', 'text', c => c.notNull())
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addCheckConstraint('invoice_issued_is_numbered', sql`state = 'draft' or number is not null`)
      .execute()
    await db.schema
      .createIndex('invoice_by_customer')
      .on('invoice')
      .columns(['customer_id', 'state', 'is_paid'])
      .execute()
    await db.schema
      .createIndex('invoice_unpaid')
      .on('invoice')
      .columns(['customer_id', 'gross_cents'])
      .where(sql<boolean>`state = 'issued' and is_paid = 0`)
      .execute()

    await db.schema
      .createTable('ticket')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('number', 'text', c => c.notNull().unique())
      .addColumn('number_key', keyText(engine), c => c.notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('name_key', keyText(engine), c => c.notNull())
      .addColumn('description', 'text', c => c.notNull())
      .addColumn('progress', 'text', c => c.notNull().check(sql`progress in ('upcoming', 'inProgress', 'finished')`))
      .addColumn('hourly_rate_cents', 'bigint', c => c.notNull().check(sql`hourly_rate_cents >= 0`))
      .addColumn('budget_cents', 'bigint', c => c.check(sql`budget_cents >= 0`))
      .addColumn('invoice_notes', 'text', c => c.notNull())
      .addColumn('invoice_state', 'text', c => c.notNull().check(sql`invoice_state in ('none', 'unpaid', 'paid')`))
      .addColumn('entries_count', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('minutes', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('total_cents', 'bigint', c => c.notNull().defaultTo(0))
      .addColumn('billed_cents', 'bigint', c => c.notNull().defaultTo(0))
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', keyText(engine), c => c.notNull())
      .execute()
    // One index per sort, for one customer's list and for the admin's over all. Progress and invoice state come last: a
    // filtered list reads the index in order and fetches only the rows it shows.
    for (const column of ['number_key', 'name_key', 'minutes', 'total_cents', 'updated_at']) {
      await db.schema
        .createIndex(`ticket_by_${column}`)
        .on('ticket')
        .columns([column, 'id', 'progress', 'invoice_state'])
        .execute()
      await db.schema
        .createIndex(`ticket_of_customer_by_${column}`)
        .on('ticket')
        .columns(['customer_id', column, 'id', 'progress', 'invoice_state'])
        .execute()
    }
    // Work that is not billed yet: few rows, however many tickets there are.
    await db.schema
      .createIndex('ticket_open')
      .on('ticket')
      .columns(['customer_id', 'total_cents', 'billed_cents'])
      .where(sql<boolean>`total_cents > billed_cents`)
      .execute()

    await db.schema
      .createTable('ticket_entry')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('ticket_id', 'text', c => c.notNull().references('ticket.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('description', 'text', c => c.notNull())
      .addColumn('type', 'text', c =>
        c
          .notNull()
          .check(
            sql`type in ('consulting', 'installation', 'configuration', 'development', 'maintenance', 'travel', 'wish')`,
          ),
      )
      .addColumn('progress', 'text', c => c.notNull().check(sql`progress in ('upcoming', 'inProgress', 'finished')`))
      .addColumn('minutes', 'integer', c => c.notNull().check(sql`minutes >= 0`))
      .addColumn('hourly_rate_cents', 'bigint', c => c.notNull().check(sql`hourly_rate_cents >= 0`))
      .addColumn('extra_cents', 'bigint', c => c.notNull().check(sql`extra_cents >= 0`))
      .addColumn('extra_text', 'text', c => c.notNull())
      .addColumn('total_cents', 'bigint', c => c.notNull().check(sql`total_cents >= 0`))
      .addColumn('date', keyText(engine), c => c.notNull())
      .addColumn('created_by', 'text', c => c.notNull().check(sql`created_by in ('customer', 'admin')`))
      .addColumn('created_by_user_id', 'text', c => c.references('user_account.id').onDelete('set null'))
      .addColumn('invoice_id', 'text', c => c.references('invoice.id'))
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    // Ids are in the order of creation: sorting by id sorts by creation.
    const orders = [
      { name: 'date', columns: ['date', 'id', 'progress', 'minutes'] },
      { name: 'id', columns: ['id', 'progress'] },
    ]
    for (const { name, columns } of orders) {
      for (const owner of ['ticket', 'customer']) {
        await db.schema
          .createIndex(`ticket_entry_of_${owner}_by_${name}`)
          .on('ticket_entry')
          .columns([`${owner}_id`, ...columns, ...(owner === 'ticket' ? ['customer_id'] : [])])
          .execute()
      }
    }
    await db.schema
      .createIndex('ticket_entry_by_date')
      .on('ticket_entry')
      .columns(['date', 'id', 'progress', 'minutes'])
      .execute()
    await db.schema.createIndex('ticket_entry_by_user').on('ticket_entry').column('created_by_user_id').execute()
    // Only invoiced entries: adding an entry does not touch these.
    for (const columns of [
      ['invoice_id', 'ticket_id'],
      ['ticket_id', 'invoice_id'],
    ]) {
      await db.schema
        .createIndex(`ticket_entry_invoiced_by_${columns[0]}`)
        .on('ticket_entry')
        .columns(columns)
        .where(sql.ref('invoice_id'), 'is not', sql.lit(null))
        .execute()
    }

    await db.schema
      .createTable('work_span')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('user_id', 'text', c => c.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('ticket_id', 'text', c => c.notNull().references('ticket.id').onDelete('cascade'))
      .addColumn('entry_id', 'text', c => c.references('ticket_entry.id').onDelete('cascade'))
      .addColumn('started_at', 'text', c => c.notNull())
      .addColumn('stopped_at', 'text')
      .addCheckConstraint('work_span_runs_forward', sql`stopped_at is null or stopped_at >= started_at`)
      .execute()
    await db.schema
      .createIndex('work_span_running_once')
      .on('work_span')
      .column('user_id')
      .unique()
      .where(sql.ref('stopped_at'), 'is', sql.lit(null))
      .execute()
    await db.schema.createIndex('work_span_of_user').on('work_span').column('user_id').execute()
    await db.schema.createIndex('work_span_of_ticket').on('work_span').column('ticket_id').execute()
    await db.schema.createIndex('work_span_of_entry').on('work_span').columns(['entry_id', 'started_at']).execute()

    await db.schema
      .createTable('search_term')
      .addColumn('kind', 'text', c => c.notNull().check(sql`kind in ('ticket', 'customer', 'user', 'faq')`))
      .addColumn('term', keyText(engine), c => c.notNull())
      .addColumn('subject_id', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('search_term_primary', ['kind', 'term', 'subject_id'])
      .execute()
    await db.schema.createIndex('search_term_of_subject').on('search_term').column('subject_id').execute()
  },
}
