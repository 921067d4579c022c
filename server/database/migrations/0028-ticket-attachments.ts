import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Files of an accepted request belong to its ticket, too: also of requests accepted before. */
export const ticketAttachments: Migration = {
  name: '0028-ticket-attachments',
  async up(db) {
    await db.schema
      .createTable('ticket_attachment')
      .addColumn('file_id', 'text', c => c.primaryKey().notNull().references('file.id').onDelete('cascade'))
      .addColumn('ticket_id', 'text', c => c.notNull().references('ticket.id').onDelete('cascade'))
      .execute()
    await db.schema
      .createIndex('ticket_attachment_of_ticket')
      .on('ticket_attachment')
      .columns(['ticket_id', 'file_id'])
      .execute()
    await sql`insert into ticket_attachment (file_id, ticket_id)
      select request_attachment.file_id, ticket.id from request
      inner join request_attachment on request_attachment.request_id = request.id
      inner join ticket on ticket.id = request.ticket_id and ticket.customer_id = request.customer_id`.execute(db)
  },
}
