/** Cancels an invoice by a document of its own (decision 0073). */

import type { Transaction } from 'kysely'
import { invoiceSums } from '#contract/invoice-sums.ts'
import type { MissingData } from '#contract/invoices.ts'
import { defaultNote } from '#contract/texts/invoice-lines.texts.ts'
import type { InvoiceCancellation } from '#contract/written-invoices.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { countInvoiced, putEntriesOn } from '#server/features/tickets/ticket-invoicing.commands.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { demandRevision } from '#server/revision.ts'
import { knownZeroRateCase, mirroredShares, mirrorOf, mirrorProblem, photovoltaicsOf } from './cancellation.rules.ts'
import { record } from './invoice.commands.ts'
import { getInvoice, getInvoiceToChange, type InvoiceRow, type StoredInvoice, taxLinesOf } from './invoice.queries.ts'
import { dateKey } from './invoice.rules.ts'
import type { PrintedLogo } from './invoice-archive.commands.ts'
import { getSnapshot } from './invoice-archive.queries.ts'
import { readDraft } from './invoice-draft.queries.ts'
import { issueDocument, Outdated } from './invoice-issue.commands.ts'
import { missingError, missingOfParties } from './invoice-missing.rules.ts'
import { cancellationMail } from './invoice-publication.mails.ts'
import { requiredTexts } from './invoice-snapshot.rules.ts'
import { findSeries } from './number-series.queries.ts'

type Trx = Transaction<Database>

/**
 * Cancels an issued invoice by a document with a number of its own: its entries become free, its payments a credit.
 * Returns the cancelled invoice. 404, 412 `stale`, 409 `invoice.not_issued`, `invoice.not_cancellable`,
 * `invoice.customer_erased`, `invoice.no_series`, 422 where there is no exact mirror or data is missing.
 */
export async function cancelInvoice(
  context: Context,
  id: string,
  wanted: InvoiceCancellation,
  revision: number | undefined,
): Promise<InvoiceRow> {
  const readOriginal = async () => {
    const row = await getInvoice(context.db, context, id)
    demandRevision(revision, row.revision)
    await demandCancellable(context.db, row)
    return row
  }
  const issueDate = calendarDate(context.clock.now())
  await readOriginal()
  await issueDocument(context, {
    series: 'cancellation',
    urgency: 'person',
    issueDate: async () => issueDate,
    async prepare(number, logo) {
      const row = await readOriginal()
      const series = await findSeries(context.db, 'cancellation')
      const isEarlier = series?.last_issue_date !== null && issueDate < (series?.last_issue_date ?? '')
      if (isEarlier) throw invalidField('issueDate', 'invoice.issue_before_last')
      const snapshot = await cancellationOf(context.db, row, { number, issueDate, logo, wanted })
      const missing = missingOfParties(snapshot).map(namedAsSent)
      if (missing.length > 0) throw missingError(missing)
      return { snapshot, ready: logo }
    },
    async store(trx, number, { snapshot, ready: logo }) {
      const row = await getInvoiceToChange(trx, context, id, revision)
      await demandCancellable(trx, row)
      const now = await cancellationOf(trx, row, { number, issueDate, logo, wanted })
      if (JSON.stringify(now) !== JSON.stringify(snapshot)) throw new Outdated()
      await markCancelled(trx, context, row)
      return insertCancellation(trx, context, row, snapshot)
    },
    async finish(trx, invoice, details) {
      const paid = { is_paid: 1, paid_on: issueDate } as const
      await trx.updateTable('invoice').set(paid).where('id', '=', invoice.id).execute()
      await notifyOfCancellation(trx, context, invoice, id)
      await record(trx, context, 'invoice.published', invoice, details)
      const original = await getInvoiceToChange(trx, context, id, undefined)
      await record(trx, context, 'invoice.cancelled', original, `${original.number ?? ''}: ${wanted.reason}`)
      return getInvoice(trx, context, invoice.id)
    },
  })
  return inTransaction(context, trx => getInvoice(trx, context, id))
}

/** The reason is a field of the call. */
function namedAsSent(missing: MissingData): MissingData {
  return missing.field === 'cancels.reason' ? { ...missing, field: 'reason' } : missing
}

type Cancelling = { number: string; issueDate: string; logo: PrintedLogo; wanted: InvoiceCancellation }

/** The mirror of the frozen values; of an uploaded invoice, that of its amounts. */
async function cancellationOf(
  connection: Connection,
  row: StoredInvoice,
  { number, issueDate, logo, wanted }: Cancelling,
): Promise<InvoiceSnapshot> {
  const frozen = await getSnapshot(connection, row.id)
  if (frozen !== undefined) return mirrorOf(frozen, { number, issueDate, reason: wanted.reason })
  const { profile } = await getProfile(connection)
  const amounts = { net_cents: row.net_cents, gross_cents: row.gross_cents, tax_lines: taxLinesOf(row) }
  const zeroRateCase = knownZeroRateCase(profile, amounts.tax_lines, wanted.zeroRateCase)
  const problem = mirrorProblem(amounts, zeroRateCase)
  if (problem !== null) throw new AppError('request.invalid', { errors: [problem] })
  const cancelled = { number: row.number ?? '', issueDate: row.issue_date ?? issueDate }
  const lines = mirroredShares(amounts, cancelled, zeroRateCase ?? 'smallBusiness')
  const { snapshot } = await readDraft(connection, row, logo.snapshot)
  return {
    ...snapshot,
    kind: 'cancellation',
    number,
    issueDate,
    dueDate: null,
    serviceFrom: row.service_from ?? cancelled.issueDate,
    serviceTo: row.service_to ?? row.service_from ?? cancelled.issueDate,
    cancels: { ...cancelled, reason: wanted.reason },
    lines,
    ...invoiceSums(lines),
    notes: requiredTexts(
      lines.map(({ vatCase }) => ({ vat_case: vatCase })),
      snapshot.buyer.kind,
    ).filter(note => note !== defaultNote),
    photovoltaics: photovoltaicsOf(lines),
    closingText: '',
    hasWorkRecord: false,
  }
}

async function demandCancellable(connection: Connection, row: StoredInvoice): Promise<void> {
  if (row.state === 'draft') throw new AppError('invoice.not_issued')
  if (row.state === 'cancelled' || row.kind === 'cancellation') throw new AppError('invoice.not_cancellable')
  const { erased_at } = await connection
    .selectFrom('customer')
    .select('erased_at')
    .where('id', '=', row.customer_id)
    .executeTakeFirstOrThrow()
  if (erased_at !== null) throw new AppError('invoice.customer_erased')
}

/** While its entries still name it, sums of tickets and months follow its state; then they are free. */
async function markCancelled(trx: Trx, context: Context, row: StoredInvoice): Promise<void> {
  await trx
    .updateTable('invoice')
    .set({ state: 'cancelled', updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  await countInvoiced(trx, context, row.id)
  await putEntriesOn(trx, context, { invoiceId: row.id, customerId: row.customer_id }, [])
}

/** As a draft, because only a draft takes lines. Its amounts are those of the original. */
async function insertCancellation(
  trx: Trx,
  context: Context,
  original: StoredInvoice,
  snapshot: InvoiceSnapshot,
): Promise<StoredInvoice> {
  const now = instantText(context.clock.now())
  const { issueDate } = snapshot
  const { customer_id, net_cents, tax_cents, tax_lines, gross_cents } = original
  const id = newId(context.clock.now())
  await trx
    .insertInto('invoice')
    .values({
      id,
      kind: 'cancellation',
      cancels_id: original.id,
      cancel_reason: snapshot.cancels?.reason ?? '',
      state: 'draft',
      number: null,
      number_key: '',
      customer_id,
      is_paid: 0,
      paid_on: null,
      issue_date: issueDate,
      due_date: issueDate,
      issue_key: dateKey(issueDate),
      due_key: dateKey(issueDate),
      service_from: snapshot.serviceFrom,
      service_to: snapshot.serviceTo,
      net_cents,
      tax_cents,
      tax_lines,
      gross_cents,
      notes: '',
      pdf_file_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const lines = snapshot.lines.map(line => ({
    id: newId(),
    invoice_id: id,
    position: line.position,
    work_key: null,
    text: line.text,
    description: line.description,
    quantity_milli: line.quantityMilli,
    unit: line.unit,
    unit_price_e4: line.unitPriceE4,
    net_cents: line.netCents,
    vat_case: line.vatCase,
  }))
  await trx.insertInto('invoice_line').values(lines).execute()
  return getInvoiceToChange(trx, context, id, undefined)
}

async function notifyOfCancellation(
  trx: Trx,
  context: Context,
  invoice: StoredInvoice,
  originalId: string,
): Promise<void> {
  const { number } = await getInvoiceToChange(trx, context, originalId, undefined)
  await notifyCustomer(trx, context, {
    customerId: invoice.customer_id,
    kind: 'invoice_published',
    key: invoice.id,
    mail: cancellationMail({
      number: invoice.number ?? '',
      cancelled: number ?? '',
      reason: invoice.cancel_reason,
      url: `${baseUrl(context.config)}/customer-portal/invoice/${originalId}`,
    }),
  })
}
