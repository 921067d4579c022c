/**
 * Issues documents that the portal writes. Everything that takes time happens before the transaction, for the number
 * that comes next; the transaction takes the number, compares, and stores all of it, or nothing (decision 0072).
 */
import type { Transaction } from 'kysely'
import { numberOf } from '#contract/number-form.ts'
import type { SeriesKind } from '#contract/number-series.ts'
import { AppError } from '#server/app-error.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { whileAlone } from '#server/database/engine.ts'
import { foldNumber } from '#server/database/fold.ts'
import type { Database } from '#server/database/schema.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { DocumentThread } from '#server/invoice-documents/document-thread.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { generatePdfPassword } from '#server/invoice-documents/pdf-password.ts'
import type { Urgency } from '#server/threads/task-thread.ts'
import type { InvoiceRow, StoredInvoice } from './invoice.queries.ts'
import { invoiceSearchTexts } from './invoice.rules.ts'
import {
  type ArchivedDocuments,
  archiveDetails,
  archiveDocuments,
  keepLogo,
  type PrintedLogo,
} from './invoice-archive.commands.ts'
import { missingByRule, missingError } from './invoice-missing.rules.ts'
import { storePdfPassword } from './invoice-pdf-password.commands.ts'
import { checkDocument, renderDocument } from './invoice-preview.commands.ts'
import { takeNumber } from './number-series.commands.ts'
import { findSeries, lockSeries, nextValue } from './number-series.queries.ts'

type Trx = Transaction<Database>

/** Work that must not overlap: each piece waits for the end of the previous one, even after its failure. */
type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Thrown in the transaction when something differs from the rendered values: they are rendered again. */
export class Outdated extends Error {}

/** A document that is about to be issued. */
export type Issue<Ready> = {
  series: SeriesKind
  urgency: Urgency
  /** Reads the printed values, with that number. Rejects an invoice that cannot be issued. */
  prepare(number: string, logo: PrintedLogo): Promise<{ snapshot: InvoiceSnapshot; ready: Ready }>
  /** The day it is issued on, as far as it is known before. */
  issueDate(): Promise<string>
  /**
   * Reads the same again in the transaction, under its locks; throws `Outdated` where it differs. Stores everything but
   * the documents, and returns the invoice, which is still a draft.
   */
  store(trx: Trx, number: string, prepared: { snapshot: InvoiceSnapshot; ready: Ready }): Promise<StoredInvoice>
  /** Mails, the audit line with these details, and the answer. */
  finish(trx: Trx, invoice: StoredInvoice, details: string): Promise<InvoiceRow>
}

/** Only another writer of the series or a change of the draft forces a repeat; each of these has made progress. */
const attemptsMax = 20

/** One after the other in a process, which has one document thread; across instances under a lock. */
const turns = new WeakMap<DocumentThread, Turns>()

/** 409 `invoice.no_series`, 422 with the findings of the rule check, 503 `invoice.not_rendered` and `busy`. */
export function issueDocument<Ready>(context: Context, issue: Issue<Ready>): Promise<InvoiceRow> {
  return turnsOf(context)(() => whileAlone(context, 'invoiceIssue', () => tryUntilStored(context, issue)))
}

function turnsOf({ documents }: Pick<Context, 'documents'>): Turns {
  const own = turns.get(documents) ?? createTurns()
  turns.set(documents, own)
  return own
}

function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const own = last.then(work, work)
    last = own.catch(() => {})
    return own
  }
}

async function tryUntilStored<Ready>(context: Context, issue: Issue<Ready>): Promise<InvoiceRow> {
  const logo = await keepLogo(context)
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    try {
      return await tryOnce(context, issue, logo)
    } catch (error) {
      if (!(error instanceof Outdated)) throw error
    }
  }
  throw new AppError('busy')
}

async function tryOnce<Ready>(context: Context, issue: Issue<Ready>, logo: PrintedLogo): Promise<InvoiceRow> {
  const number = await expectedNumber(context, issue)
  const prepared = await issue.prepare(number, logo)
  const documents = await renderDocuments(context, prepared.snapshot, logo, issue.urgency)
  const password = generatePdfPassword()
  return inTransaction(context, async trx => {
    const series = await lockSeries(trx, issue.series)
    if (series === undefined) throw new AppError('invoice.no_series')
    const { issueDate } = prepared.snapshot
    const isLater = series.last_issue_date !== null && issueDate < series.last_issue_date
    if (isLater || (await takeNumber(trx, series, issueDate)) !== number) throw new Outdated()
    const invoice = await issue.store(trx, number, prepared)
    const issued = await storeDocuments(trx, context, invoice, documents)
    await storePdfPassword(trx, context, invoice.id, password)
    return issue.finish(trx, issued, archiveDetails(documents))
  })
}

async function expectedNumber<Ready>(context: Context, issue: Issue<Ready>): Promise<string> {
  const series = await findSeries(context.db, issue.series)
  if (series === undefined) throw new AppError('invoice.no_series')
  const year = (await issue.issueDate()).slice(0, 4)
  return numberOf(series.form, year, await nextValue(context.db, series.form, year))
}

async function renderDocuments(
  context: Context,
  snapshot: InvoiceSnapshot,
  logo: PrintedLogo,
  urgency: Urgency,
): Promise<ArchivedDocuments> {
  const { files, findings } = await checkDocument(context, snapshot, urgency)
  if (findings.length > 0) throw missingError(findings.map(missingByRule))
  const [embedded] = files
  if (embedded === undefined) throw new Error('Every invoice has its XML.')
  const original = await renderDocument(
    context,
    { kind: 'original', snapshot, xml: embedded.bytes, logo: logo.bytes },
    urgency,
  )
  return { snapshot, content: JSON.stringify(snapshot), xml: files, original }
}

async function storeDocuments(
  trx: Trx,
  context: Context,
  invoice: StoredInvoice,
  documents: ArchivedDocuments,
): Promise<StoredInvoice> {
  const { number } = documents.snapshot
  const pdf_file_id = await archiveDocuments(
    trx,
    context,
    { id: invoice.id, customerId: invoice.customer_id },
    documents,
  )
  const columns = {
    state: 'issued',
    number,
    number_key: foldNumber(number),
    pdf_file_id,
    updated_at: instantText(context.clock.now()),
    revision: invoice.revision + 1,
  } as const
  await trx.updateTable('invoice').set(columns).where('id', '=', invoice.id).execute()
  await saveSearchTerms(trx, 'invoice', invoice.id, invoiceSearchTexts({ ...invoice, ...columns }))
  return { ...invoice, ...columns }
}
