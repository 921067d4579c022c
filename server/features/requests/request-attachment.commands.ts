import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type FileContent, openFile } from '#server/files/read-stored-file.ts'
import { getRequest } from './request.queries.ts'

/**
 * An attachment of a request in scope; the audit log records the reader. 404 for a file of another row, 409
 * `as_user.no_files` while impersonating.
 */
export async function downloadAttachment(context: Context, id: string, fileId: string): Promise<FileContent> {
  const { row, files } = await getRequest(context.db, context, id)
  if (!files.some(file => file.id === fileId)) throw new AppError('not_found')
  const file = await openFile(context, fileId)
  await inTransaction(context, trx =>
    recordAudit(trx, context, {
      action: 'request.attachment_downloaded',
      subjectKind: 'request',
      subjectId: id,
      details: row.number,
    }),
  )
  return file
}
