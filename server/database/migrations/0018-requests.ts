import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'
import { keepRowCounts } from './row-count-triggers.ts'

/** Requests of customers, the files they add, and the resulting ticket. */
export const requests: Migration = {
  name: '0018-requests',
  async up(db, engine) {
    await db.schema
      .createTable('request')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('number', 'text', c => c.notNull().unique())
      .addColumn('number_key', keyText(engine), c => c.notNull())
      .addColumn('customer_id', 'text', c => c.notNull().references('customer.id'))
      .addColumn('title', 'text', c => c.notNull().check(sql`title <> ''`))
      .addColumn('title_key', keyText(engine), c => c.notNull())
      .addColumn('description', 'text', c => c.notNull())
      .addColumn('priority', 'text', c => c.notNull())
      .addColumn('priority_rank', 'integer', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull().check(sql`state in ('open', 'accepted', 'declined')`))
      .addColumn('answer', 'text', c => c.notNull())
      .addColumn('answered_at', 'text')
      .addColumn('ticket_id', 'text', c => c.unique().references('ticket.id').onDelete('set null'))
      .addColumn('about_ticket_id', 'text', c => c.references('ticket.id').onDelete('set null'))
      .addColumn('created_by_user_id', 'text', c => c.references('user_account.id').onDelete('set null'))
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', keyText(engine), c => c.notNull())
      .addColumn('updated_at', keyText(engine), c => c.notNull())
      .addCheckConstraint(
        'request_priority_ranked',
        sql`priority in ('low', 'medium', 'high') and priority_rank = case priority when 'low' then 1 when 'medium' then 2 else 3 end`,
      )
      .addCheckConstraint(
        'request_answer_fits',
        sql`(state = 'open') = (answered_at is null) and (state <> 'declined' or answer <> '') and (state <> 'open' or answer = '') and (state = 'accepted' or ticket_id is null)`,
      )
      .execute()
    // As with tickets: one index per sort, for one customer's list and for the admin's over all, followed by the
    // filters.
    for (const column of ['number_key', 'title_key', 'priority_rank', 'created_at', 'updated_at']) {
      await db.schema
        .createIndex(`request_by_${column}`)
        .on('request')
        .columns([column, 'id', 'state', 'priority'])
        .execute()
      await db.schema
        .createIndex(`request_of_customer_by_${column}`)
        .on('request')
        .columns(['customer_id', column, 'id', 'state', 'priority'])
        .execute()
    }
    // Over all customers each filter has its own, in the default order.
    await db.schema
      .createIndex('request_by_state')
      .on('request')
      .columns(['state', 'updated_at', 'id', 'priority'])
      .execute()
    await db.schema
      .createIndex('request_by_priority')
      .on('request')
      .columns(['priority', 'updated_at', 'id', 'state'])
      .execute()
    await db.schema.createIndex('request_about_ticket').on('request').column('about_ticket_id').execute()
    await db.schema.createIndex('request_by_user').on('request').column('created_by_user_id').execute()
    await keepRowCounts(db, engine, 'request', ['state', 'priority'])

    await db.schema
      .createTable('request_attachment')
      .addColumn('file_id', 'text', c => c.primaryKey().notNull().references('file.id').onDelete('cascade'))
      .addColumn('request_id', 'text', c => c.notNull().references('request.id').onDelete('cascade'))
      .execute()
    await db.schema
      .createIndex('request_attachment_of_request')
      .on('request_attachment')
      .columns(['request_id', 'file_id'])
      .execute()
  },
}
