/** Drafts that the portal writes: their dates, entries, lines and texts (decision 0071). */
import type { Transaction } from 'kysely'
import { daysAfter, periodOf } from '#contract/invoice-draft.ts'
import type { InvoiceContentInput, LineGrouping } from '#contract/invoice-lines.ts'
import { invoiceSums } from '#contract/invoice-sums.ts'
import { amountEurMax, invoiceLinesMax } from '#contract/limits.ts'
import type { VatCase } from '#contract/vat-cases.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { putEntriesOn } from '#server/features/tickets/ticket-invoicing.commands.ts'
import { listWorkEntries } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { record } from './invoice.commands.ts'
import { getInvoice, getInvoiceToChange, type InvoiceRow } from './invoice.queries.ts'
import { dateErrors, dateKey, invoiceSearchTexts } from './invoice.rules.ts'
import { listLines } from './invoice-lines.queries.ts'
import { fittingWork, linesOfWork, type PlannedLine, plannedLines } from './invoice-lines.rules.ts'
import { storedTaxLines } from './invoice-snapshot.rules.ts'

type Trx = Transaction<Database>

type NewContent = {
  customerId: string
  entryIds: readonly string[]
  /** Whether the newest entries keep waiting where there are more lines than an invoice holds. */
  mayWait: boolean
  grouping: LineGrouping
  /** Of all lines, as a person chose it; null for none. */
  vatCase: VatCase | null
}

/** Creates a draft of some work, or of none, as part of a transaction, and returns its id. 422 as `putEntriesOn`. */
export async function insertWrittenDraft(
  trx: Trx,
  context: Context,
  { customerId, entryIds, mayWait, grouping, vatCase }: NewContent,
): Promise<string> {
  const { clock } = context
  const { profile } = await getProfile(trx)
  const id = newId(clock.now())
  const now = instantText(clock.now())
  const issue_date = calendarDate(clock.now())
  const due_date = daysAfter(issue_date, profile.paymentDays)
  const found = await listWorkEntries(trx, entryIds)
  const entries = mayWait ? fittingWork(found, grouping) : found
  const { from, to } = periodOf(entries)
  const columns = {
    kind: 'written',
    line_grouping: grouping,
    customer_id: customerId,
    number: null,
    number_key: '',
    issue_date,
    due_date,
    issue_key: dateKey(issue_date),
    due_key: dateKey(due_date),
    service_from: from || null,
    service_to: to || null,
    notes: '',
    pdf_file_id: null,
  } as const
  const lines = plannedLines([], [], linesOfWork(entries, grouping), usualVatCase(profile) ?? vatCase)
  await trx
    .insertInto('invoice')
    .values({
      id,
      state: 'draft',
      is_paid: 0,
      paid_on: null,
      ...columns,
      ...sumsOf(lines),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await putEntriesOn(
    trx,
    context,
    { invoiceId: id, customerId },
    entries.map(entry => entry.id),
  )
  await storeLines(trx, id, lines)
  await saveSearchTerms(trx, 'invoice', id, invoiceSearchTexts(columns))
  await record(trx, context, 'invoice.created', { id, number: null })
  return id
}

/**
 * Replaces the content of a draft. 404, 412 `stale`, 409 `invoice.published` and `invoice.not_written`, 422 for entries
 * that cannot be billed, too many lines, a negative sum, dates that contradict each other.
 */
export async function replaceContent(
  context: Context,
  id: string,
  input: InvoiceContentInput,
  revision: number | undefined,
): Promise<InvoiceRow> {
  return inTransaction(context, async trx => {
    const row = await getInvoiceToChange(trx, context, id, revision)
    if (row.kind !== 'written') throw new AppError('invoice.not_written')
    if (row.state !== 'draft') throw new AppError('invoice.published')
    const dates = datesOf(input)
    const errors = dateErrors(dates)
    if (errors.length > 0) throw new AppError('request.invalid', { errors })
    const { profile } = await getProfile(trx)
    const entryIds = [...new Set(input.entryIds)].sort()
    await putEntriesOn(trx, context, { invoiceId: id, customerId: row.customer_id }, entryIds)
    const work = linesOfWork(await listWorkEntries(trx, entryIds), input.grouping)
    const lines = plannedLines(input.lines, await listLines(trx, id), work, usualVatCase(profile))
    const columns = {
      ...dates,
      issue_key: dateKey(dates.issue_date),
      due_key: dateKey(dates.due_date),
      notes: input.notes,
      closing_text: input.closingText,
      line_grouping: input.grouping,
      has_work_record: input.hasWorkRecord ? 1 : 0,
      is_pv_operator: input.photovoltaics.isOperator ? 1 : 0,
      is_pv_eligible: input.photovoltaics.isEligibleBuilding ? 1 : 0,
      ...sumsOf(lines),
    } as const
    await trx
      .updateTable('invoice')
      .set({ ...columns, updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    await storeLines(trx, id, lines)
    await saveSearchTerms(trx, 'invoice', id, invoiceSearchTexts({ ...row, ...columns }))
    await record(trx, context, 'invoice.updated', row, 'content')
    return getInvoice(trx, context, id)
  })
}

function datesOf({ issueDate, dueDate, serviceFrom, serviceTo }: InvoiceContentInput) {
  return {
    issue_date: issueDate || null,
    due_date: dueDate || null,
    service_from: serviceFrom || null,
    service_to: serviceTo || null,
  }
}

/** Proposed only where the profile decides it; otherwise a person chooses. */
function usualVatCase({ isSmallBusiness }: { isSmallBusiness: boolean }): VatCase | null {
  return isSmallBusiness ? 'smallBusiness' : null
}

/**
 * The kept sums. Lines without a VAT case count as net only; while there are some, a reduction with one does not turn
 * the tax negative.
 */
function sumsOf(lines: readonly PlannedLine[]) {
  if (lines.length > invoiceLinesMax) throw invalidField('lines', 'invoice.too_many_lines')
  const chosen = lines.flatMap(({ quantity_milli, unit_price_e4, vat_case }) =>
    vat_case === null ? [] : [{ quantityMilli: quantity_milli, unitPriceE4: unit_price_e4, vatCase: vat_case }],
  )
  const sums = invoiceSums(chosen)
  const isUnknown = chosen.length < lines.length && sums.taxCents < 0
  const { groups, taxCents } = isUnknown ? { groups: [], taxCents: 0 } : sums
  const net_cents = lines.reduce((sum, line) => sum + line.net_cents, 0)
  const gross_cents = net_cents + taxCents
  if (net_cents < 0 || taxCents < 0) throw invalidField('lines', 'invoice.amount_negative')
  if (gross_cents > amountEurMax * 100) throw invalidField('lines', 'amount.too_large')
  return { net_cents, tax_cents: taxCents, gross_cents, tax_lines: JSON.stringify(storedTaxLines(groups)) }
}

/** Replaces the lines; a known one keeps its id. */
async function storeLines(trx: Trx, invoiceId: string, lines: readonly PlannedLine[]): Promise<void> {
  await trx.deleteFrom('invoice_line').where('invoice_id', '=', invoiceId).execute()
  const stored = lines.map(({ work, ...line }, index) => ({
    line: { ...line, id: line.id ?? newId(), invoice_id: invoiceId, position: index + 1 },
    work,
  }))
  const entries = stored.flatMap(({ line, work }) =>
    work.map((entry, index) => ({ ...entry, id: newId(), line_id: line.id, position: index + 1 })),
  )
  if (stored.length > 0) {
    const rows = stored.map(({ line }) => line)
    await trx.insertInto('invoice_line').values(rows).execute()
  }
  if (entries.length > 0) await trx.insertInto('invoice_line_entry').values(entries).execute()
}
