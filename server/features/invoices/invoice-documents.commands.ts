/** The documents of an issued invoice besides its original: XRechnung, the copy with a password (decision 0072). */
import { AppError } from '#server/app-error.ts'
import { isImpersonating } from '#server/auth/actor.ts'
import { demandFreshAuthentication } from '#server/auth/reauthentication.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type FileContent, readWhole } from '#server/files/read-stored-file.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { generatePdfPassword } from '#server/invoice-documents/pdf-password.ts'
import { record } from './invoice.commands.ts'
import { getInvoice, getInvoiceToChange, type InvoiceRow } from './invoice.queries.ts'
import { getSnapshot } from './invoice-archive.queries.ts'
import { openPdfPassword, removePdfPassword, storePdfPassword } from './invoice-pdf-password.commands.ts'
import { contentOf, renderDocument } from './invoice-preview.commands.ts'

/** The archived XRechnung. 404 without one, 409 `as_user.no_files` while impersonating. */
export async function downloadXrechnung(context: Context, id: string): Promise<FileContent> {
  const row = await getReadable(context, id)
  const found = await context.db
    .selectFrom('invoice_xml')
    .select('xml')
    .where('invoice_id', '=', id)
    .where('profile', '=', 'xrechnung')
    .executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  await inTransaction(context, trx => record(trx, context, 'invoice.xrechnung_downloaded', row))
  return contentOf(new TextEncoder().encode(found.xml), documentName(row, 'XRechnung', 'xml'), 'application/xml')
}

/**
 * The copy that opens with the password, rendered from the snapshot and stored nowhere. 404 for an uploaded invoice, 409
 * `secret.none`, `secret.unreadable`, `as_user.no_files`, 503 `invoice.not_rendered`.
 */
export async function downloadLockedPdf(context: Context, id: string): Promise<FileContent> {
  const row = await getReadable(context, id)
  const snapshot = await getSnapshot(context.db, id)
  if (snapshot === undefined) throw new AppError('not_found')
  const password = await openPdfPassword(context, context.db, id)
  const logo = await readLogo(context, snapshot)
  const bytes = await renderDocument(context, { kind: 'lockedCopy', snapshot, password, logo })
  await inTransaction(context, trx => record(trx, context, 'invoice.copy_downloaded', row))
  return contentOf(bytes, documentName(row, 'Rechnung', 'pdf', '_geschuetzt'), 'application/pdf')
}

/**
 * Generates another password for the copies; copies that were downloaded keep theirs. 404, 412 `stale`, 409
 * `invoice.not_issued` and `invoice.not_written`.
 */
export async function renewPdfPassword(
  context: Context,
  id: string,
  revision: number | undefined,
): Promise<InvoiceRow> {
  const password = generatePdfPassword()
  return inTransaction(context, async trx => {
    const invoice = await getInvoiceToChange(trx, context, id, revision)
    if (invoice.kind === 'uploaded') throw new AppError('invoice.not_written')
    if (invoice.state === 'draft') throw new AppError('invoice.not_issued')
    await demandFreshAuthentication(trx, context)
    await removePdfPassword(trx, id)
    await storePdfPassword(trx, context, id, password)
    const updated_at = instantText(context.clock.now())
    await trx
      .updateTable('invoice')
      .set({ updated_at, revision: invoice.revision + 1 })
      .where('id', '=', id)
      .execute()
    await record(trx, context, 'invoice.password_renewed', invoice)
    return getInvoice(trx, context, id)
  })
}

/** Files are not for an admin who impersonates a customer. */
async function getReadable(context: Context, id: string): Promise<InvoiceRow> {
  const row = await getInvoice(context.db, context, id)
  if (isImpersonating(context.actor)) throw new AppError('as_user.no_files')
  return row
}

async function readLogo({ db }: Pick<Context, 'db'>, { seller }: InvoiceSnapshot): Promise<Uint8Array | null> {
  if (seller.logo === null) return null
  const file = await db
    .selectFrom('file')
    .select(['id', 'size_bytes'])
    .where('id', '=', seller.logo.fileId)
    .executeTakeFirstOrThrow()
  return readWhole(db, file.id, file.size_bytes)
}

/** Numbers consist of letters, digits and characters that file names can hold, except the slash. */
function documentName({ number }: InvoiceRow, word: string, extension: string, suffix = ''): string {
  return `${word}_${(number ?? '').replaceAll('/', '-')}${suffix}.${extension}`
}
