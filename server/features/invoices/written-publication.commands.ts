import type { MissingData } from '#contract/invoices.ts'
import { AppError } from '#server/app-error.ts'
import { calendarDate } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { demandRevision } from '#server/revision.ts'
import type { Urgency } from '#server/threads/task-thread.ts'
import { getInvoice, getInvoiceToChange, type InvoiceRow, type StoredInvoice } from './invoice.queries.ts'
import type { PrintedLogo } from './invoice-archive.commands.ts'
import { listMissingData, listMissingOf, readDraft } from './invoice-draft.queries.ts'
import { issueDocument, Outdated } from './invoice-issue.commands.ts'
import { missingError } from './invoice-missing.rules.ts'
import { checkDocument } from './invoice-preview.commands.ts'
import { completePublication } from './invoice-publication-notice.commands.ts'
import { issuedSnapshot } from './invoice-snapshot.rules.ts'

/**
 * Issues a draft that the portal writes. 404, 412 `stale`, 409 `invoice.published` and as `issueDocument`, 422 naming
 * everything that is missing.
 */
export async function publishWritten(
  context: Context,
  id: string,
  revision: number | undefined,
  urgency: Urgency,
): Promise<InvoiceRow> {
  const readyToIssue = async () => {
    const row = await getInvoice(context.db, context, id)
    demandDraft(row)
    demandRevision(revision, row.revision)
    return row
  }
  // Before waiting for the turn, so that missing parts are answered at once. A run has checked its drafts.
  if (urgency === 'person') await demandComplete(context, await readyToIssue(), listMissingOf)
  return issueDocument(context, {
    series: 'invoice',
    urgency,
    issueDate: async () => (await readyToIssue()).issue_date ?? '',
    async prepare(number, logo) {
      const row = await readyToIssue()
      // The rules are asked with the documents, on the XML with its number.
      await demandComplete(context, row, listMissingData)
      return { snapshot: await readSnapshot(context.db, row, number, logo), ready: logo }
    },
    async store(trx, number, { snapshot, ready: logo }) {
      const row = await getInvoiceToChange(trx, context, id, revision)
      demandDraft(row)
      const now = await readSnapshot(trx, row, number, logo)
      if (JSON.stringify(now) !== JSON.stringify(snapshot)) throw new Outdated()
      return row
    },
    async finish(trx, invoice, details) {
      await completePublication(trx, context, invoice, details)
      return getInvoice(trx, context, id)
    },
  })
}

async function readSnapshot(
  connection: Connection,
  row: StoredInvoice,
  number: string,
  logo: PrintedLogo,
): Promise<InvoiceSnapshot> {
  return issuedSnapshot((await readDraft(connection, row, logo.snapshot)).snapshot, number)
}

function demandDraft({ state }: StoredInvoice): void {
  if (state !== 'draft') throw new AppError('invoice.published')
}

async function demandComplete(
  context: Context,
  row: StoredInvoice,
  list: typeof listMissingOf | typeof listMissingData,
): Promise<void> {
  const check = (snapshot: InvoiceSnapshot) => checkDocument(context, snapshot, 'person')
  const missing: MissingData[] = await list(
    context.db,
    await readDraft(context.db, row),
    calendarDate(context.clock.now()),
    check,
  )
  if (missing.length > 0) throw missingError(missing)
}
