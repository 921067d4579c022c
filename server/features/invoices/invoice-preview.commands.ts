import { draftName } from '#contract/texts/invoice-paper.texts.ts'
import { AppError } from '#server/app-error.ts'
import { isImpersonating } from '#server/auth/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileContent } from '#server/files/read-stored-file.ts'
import { type CheckedXml, checkedXml } from '#server/invoice-documents/checked-xml.ts'
import { DocumentError } from '#server/invoice-documents/document-error.ts'
import type { DocumentRequest } from '#server/invoice-documents/document-request.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import type { Urgency } from '#server/threads/task-thread.ts'
import { getInvoice } from './invoice.queries.ts'
import { readDraft } from './invoice-draft.queries.ts'
import { missingError, missingVatChoices } from './invoice-missing.rules.ts'
import { findPrintableLogo } from './printable-logo.queries.ts'

/**
 * The PDF of a draft, stored nowhere. A VAT case is never guessed: 422 for lines without one. 404, 409
 * `invoice.not_written`, `invoice.published`, `as_user.no_files`, 503 `invoice.not_rendered`.
 */
export async function previewInvoice(context: Context, id: string): Promise<FileContent> {
  const row = await getInvoice(context.db, context, id)
  if (isImpersonating(context.actor)) throw new AppError('as_user.no_files')
  if (row.kind !== 'written') throw new AppError('invoice.not_written')
  if (row.state !== 'draft') throw new AppError('invoice.published')
  const { snapshot, lines } = await readDraft(context.db, row)
  const undecided = missingVatChoices(lines)
  if (undecided.length > 0) throw missingError(undecided)
  const logo = (await findPrintableLogo(context))?.content ?? null
  const bytes = await renderDocument(context, { kind: 'preview', draft: snapshot, logo })
  return contentOf(bytes, draftName, 'application/pdf')
}

/** Renders in the document thread. 503 `invoice.not_rendered` instead of a document: nothing is left behind. */
export function renderDocument(
  context: Pick<Context, 'documents' | 'log'>,
  request: DocumentRequest,
  urgency: Urgency = 'person',
): Promise<Uint8Array> {
  return orNotRendered(context, context.documents.render(request, urgency))
}

/** Writes and checks the XML in the document thread. 503 as `renderDocument`. */
export function checkDocument(
  context: Pick<Context, 'documents' | 'log'>,
  snapshot: InvoiceSnapshot,
  urgency: Urgency,
): Promise<CheckedXml> {
  return orNotRendered(context, context.documents.check(snapshot, urgency))
}

/** A draft of so many lines is checked in 40 ms. */
const linesCheckedHere = 60

/**
 * Checks a draft for its page. Usual drafts are checked here, because the start of the thread takes longer; a long one
 * would hold up everybody. The page is shown without the thread, too.
 */
export async function checkShown(context: Pick<Context, 'documents'>, snapshot: InvoiceSnapshot): Promise<CheckedXml> {
  if (snapshot.lines.length <= linesCheckedHere) return checkedXml(snapshot)
  return context.documents.check(snapshot).catch(() => checkedXml(snapshot))
}

async function orNotRendered<T>({ log }: Pick<Context, 'log'>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    log.error({ err: error, code: error.code }, 'a document could not be rendered')
    throw new AppError('invoice.not_rendered', { cause: error })
  }
}

export function contentOf(bytes: Uint8Array, name: string, mediaType: FileContent['mediaType']): FileContent {
  async function* chunks() {
    yield bytes
  }
  return { name, mediaType, sizeBytes: bytes.length, chunks: chunks() }
}
