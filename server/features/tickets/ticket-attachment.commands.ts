/** Files of a ticket: those of the request it was made from. */
import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { removeFiles } from '#server/files/attach-files.ts'
import { type FileContent, openFile } from '#server/files/read-stored-file.ts'
import { getTicket } from './ticket.queries.ts'
import { listAttachments } from './ticket-attachment.queries.ts'

/** From now on the ticket names the files as well: they outlive their request. */
export async function carryFiles(
  trx: Transaction<Database>,
  ticketId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return
  const rows = fileIds.map(fileId => ({ file_id: fileId, ticket_id: ticketId }))
  await trx.insertInto('ticket_attachment').values(rows).execute()
}

/**
 * The ticket is deleted or moved to another customer, who has not sent the files. Files without a request are removed.
 */
export async function dropFiles(trx: Transaction<Database>, ticketId: string): Promise<void> {
  const files = await listAttachments(trx, ticketId)
  await trx.deleteFrom('ticket_attachment').where('ticket_id', '=', ticketId).execute()
  await removeFiles(
    trx,
    files.map(({ id }) => id),
  )
}

/**
 * A file of a ticket in scope; the audit log records the reader. 404 for a file of another row, 409 `as_user.no_files`
 * while an admin views the portal as a customer.
 */
export async function downloadTicketFile(context: Context, id: string, fileId: string): Promise<FileContent> {
  const row = await getTicket(context.db, context, id)
  const files = await listAttachments(context.db, id)
  if (!files.some(file => file.id === fileId)) throw new AppError('not_found')
  const file = await openFile(context, fileId)
  await inTransaction(context, trx =>
    recordAudit(trx, context, {
      action: 'ticket.attachment_downloaded',
      subjectKind: 'ticket',
      subjectId: id,
      details: row.number,
    }),
  )
  return file
}
