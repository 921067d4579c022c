import type { Transaction } from 'kysely'
import { revealsPerHourMax } from '#contract/limits.ts'
import type { AuditAction } from '#contract/operations.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { demandFreshAuthentication } from '#server/auth/reauthentication.ts'
import { countOn } from '#server/auth/throttle.ts'
import { hourMs, instantText } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { openSecret, type SecretPlace, sealSecret } from '#server/secrets/seal.ts'
import { getInvoice, getInvoiceToChange, type InvoiceRow, type StoredInvoice } from './invoice.queries.ts'

type Trx = Transaction<Database>

/**
 * Stores the password of an uploaded PDF, sealed, or removes it (null); replacing one requires a fresh password of the
 * caller. 404, 412 `stale`, 409 `invoice.no_pdf` without a PDF, `invoice.written` for one of the portal.
 */
export async function setPdfPassword(
  context: Context,
  id: string,
  password: string | null,
  revision: number | undefined,
): Promise<InvoiceRow> {
  return inTransaction(context, async trx => {
    const invoice = await getInvoiceToChange(trx, context, id, revision)
    if (invoice.kind !== 'uploaded') throw new AppError('invoice.written')
    if (invoice.pdf_file_id === null) throw new AppError('invoice.no_pdf')
    const isStored = (await findSealed(trx, id)) !== undefined
    if (isStored) await demandFreshAuthentication(trx, context)
    else if (password === null) return getInvoice(trx, context, id)
    await removePdfPassword(trx, id)
    const now = instantText(context.clock.now())
    if (password !== null) await storePdfPassword(trx, context, id, password)
    await trx
      .updateTable('invoice')
      .set({ updated_at: now, revision: invoice.revision + 1 })
      .where('id', '=', id)
      .execute()
    await record(trx, context, password === null ? 'invoice.password_removed' : 'invoice.password_set', invoice)
    return getInvoice(trx, context, id)
  })
}

/** Seals the password of an invoice that has none. */
export async function storePdfPassword(
  trx: Trx,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  id: string,
  password: string,
): Promise<void> {
  const sealed_password = sealSecret(keys, pdfPasswordPlace(id), password)
  const created_at = instantText(clock.now())
  await trx.insertInto('invoice_pdf_password').values({ id, sealed_password, created_at }).execute()
}

/** Of a PDF that is replaced: another file has another password. Part of the invoice's transaction. */
export async function removePdfPassword(trx: Trx, invoiceId: string): Promise<void> {
  await trx.deleteFrom('invoice_pdf_password').where('id', '=', invoiceId).execute()
}

/**
 * The password, after the line in the audit log is on disk. 404 outside the scope, 409 `secret.none` and
 * `secret.unreadable`, 429.
 */
export async function revealPdfPassword(context: Context, actor: UserActor, id: string): Promise<string> {
  const row = await getInvoice(context.db, context, id)
  if (row.has_pdf_password === 0) throw new AppError('secret.none')
  await countOn(context, 'reveal', actor.userId, { limit: revealsPerHourMax, windowMs: hourMs })
  return inTransaction(context, async trx => {
    const invoice = await getInvoiceToChange(trx, context, id, undefined)
    const password = await openPdfPassword(context, trx, id)
    await record(trx, context, 'invoice.password_revealed', invoice)
    return password
  })
}

/** The location of the password of an invoice's PDF. */
export function pdfPasswordPlace(id: string): SecretPlace {
  return { table: 'invoice_pdf_password', id, column: 'sealed_password' }
}

/** The password, for a document that opens with it. 409 `secret.none` and `secret.unreadable`. */
export async function openPdfPassword(
  { keys }: Pick<Context, 'keys'>,
  connection: Connection,
  id: string,
): Promise<string> {
  const sealed = await findSealed(connection, id)
  if (sealed === undefined) throw new AppError('secret.none')
  return openSecret(keys, pdfPasswordPlace(id), sealed)
}

async function findSealed(connection: Connection, id: string): Promise<string | undefined> {
  const row = await connection
    .selectFrom('invoice_pdf_password')
    .select('sealed_password')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sealed_password
}

async function record(trx: Trx, context: Context, action: AuditAction, { id, number }: StoredInvoice): Promise<void> {
  await recordAudit(trx, context, { action, subjectKind: 'invoice', subjectId: id, details: number ?? '' })
}
