import type { Connection } from '#server/context.ts'
import type { FileTable } from '#server/database/platform-tables.ts'
import { prepared } from '#server/database/prepared.ts'

export type TicketFile = Pick<FileTable, 'id' | 'name' | 'media_type' | 'size_bytes'>

/** The files of a ticket in the caller's scope, in the order of their uploads. */
export async function listAttachments(connection: Connection, ticketId: string): Promise<TicketFile[]> {
  return selectFiles(connection, { ticketId })
}

const selectFiles = prepared<{ ticketId: string }>()((db, param) =>
  db
    .selectFrom('ticket_attachment')
    .innerJoin('file', 'file.id', 'ticket_attachment.file_id')
    .select(['file.id', 'file.name', 'file.media_type', 'file.size_bytes'])
    .where('ticket_attachment.ticket_id', '=', param('ticketId'))
    .orderBy('file.id'),
)
