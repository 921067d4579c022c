import { AppError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type FileContent, openFile } from '#server/files/read-stored-file.ts'
import { record } from './invoice.commands.ts'
import { getInvoice } from './invoice.queries.ts'
import { pdfNameOf } from './invoice.rules.ts'

/**
 * The PDF of an invoice in scope, under a meaningful name; the audit log records the reader. 404 without one, 409
 * `as_user.no_files` while impersonating.
 */
export async function downloadPdf(context: Context, id: string): Promise<FileContent> {
  const row = await getInvoice(context.db, context, id)
  if (row.pdf_file_id === null) throw new AppError('not_found')
  const file = await openFile(context, row.pdf_file_id)
  await inTransaction(context, trx => record(trx, context, 'invoice.downloaded', row))
  return { ...file, name: pdfNameOf(row, file.name) }
}
