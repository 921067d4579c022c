import type { Transaction } from 'kysely'
import { type InvoiceInput, invoiceInput, type NewInvoice } from '#contract/invoices.ts'
import type { AuditAction } from '#contract/operations.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forKeyShare, isUniqueViolation } from '#server/database/engine.ts'
import { foldNumber } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { putEntriesOn } from '#server/features/tickets/ticket-invoicing.commands.ts'
import { listEntriesOfInvoice } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { attachFiles, moveFiles, removeFiles } from '#server/files/attach-files.ts'
import { centsOf, eurOf } from '#server/units.ts'
import { invoiceChangeRefusal } from './invoice.policy.ts'
import { getInvoice, getInvoiceToChange, type InvoiceRow, type StoredInvoice, taxLinesOf } from './invoice.queries.ts'
import { amountErrors, dateErrors, dateKey, invoiceSearchTexts, taxCentsOf } from './invoice.rules.ts'
import { setPaid } from './invoice-payment.commands.ts'
import { removePdfPassword } from './invoice-pdf-password.commands.ts'
import { isAssignedByPortal } from './number-series.queries.ts'

type Trx = Transaction<Database>

const nothingKnown: InvoiceInput = {
  customerId: '',
  number: null,
  issueDate: null,
  dueDate: null,
  serviceFrom: null,
  serviceTo: null,
  net: 0,
  tax: [],
  gross: 0,
  notes: '',
  pdfFileId: null,
  entryIds: [],
  paid: false,
  paidDate: null,
}

/**
 * Creates a draft. 422 for an unknown customer, a duplicate number, amounts that do not add up, entries that cannot be
 * billed.
 */
export async function createInvoice(context: Context, input: NewInvoice): Promise<InvoiceRow> {
  return namingTakenNumber(() =>
    inTransaction(context, async trx => getInvoice(trx, context, await insertDraft(trx, context, input))),
  )
}

/** Creates a draft as part of a transaction, and returns its id. 422 as `createInvoice`. */
export async function insertDraft(trx: Trx, context: Context, input: NewInvoice): Promise<string> {
  const id = newId(context.clock.now())
  const now = instantText(context.clock.now())
  const fields = normalised({ ...nothingKnown, ...sentFields<InvoiceInput>(input) })
  const columns = await checkedColumns(trx, context, fields)
  await attachPdf(trx, context, fields)
  await trx
    .insertInto('invoice')
    .values({ id, state: 'draft', is_paid: 0, paid_on: null, ...columns, created_at: now, updated_at: now })
    .execute()
  await putEntriesOn(trx, context, { invoiceId: id, customerId: fields.customerId }, fields.entryIds)
  await saveSearchTerms(trx, 'invoice', id, invoiceSearchTexts(columns))
  await record(trx, context, 'invoice.created', { id, ...columns })
  return id
}

/**
 * Changes parts of an invoice (PATCH) or all of it (PUT, `isWhole`): everything of a draft, notes and payment of an
 * issued one. 404, 412 `stale`, 409 `invoice.published` and `invoice.not_issued`, 422 as for a new one.
 */
export async function changeInvoice(
  context: Context,
  id: string,
  change: Change<InvoiceInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<InvoiceRow> {
  return namingTakenNumber(() =>
    inTransaction(context, async trx => {
      const row = await getInvoiceToChange(trx, context, id, revision)
      if (isWhole) demandAll(change, Object.keys(invoiceInput.shape))
      const before = await inputOf(trx, row)
      const after = withPayment(context, before, sentFields<InvoiceInput>(change))
      const changed = changedFields(before, after)
      if (changed.length === 0) return getInvoice(trx, context, id)
      const refusal = invoiceChangeRefusal(row, changed)
      if (refusal !== null) throw new AppError(refusal)

      const isTyped = row.state === 'draft' && row.kind === 'uploaded'
      const columns = isTyped ? await checkedColumns(trx, context, after) : { notes: after.notes }
      if (changed.includes('pdfFileId')) {
        await removePdfPassword(trx, id)
        await attachPdf(trx, context, after)
      } else if (row.pdf_file_id !== null) await moveFiles(trx, [row.pdf_file_id], after.customerId)
      await trx
        .updateTable('invoice')
        .set({
          ...columns,
          updated_at: instantText(context.clock.now()),
          revision: row.revision + 1,
        })
        .where('id', '=', id)
        .execute()
      if (changed.includes('pdfFileId') && row.pdf_file_id !== null) await removeFiles(trx, [row.pdf_file_id])
      if (changed.includes('entryIds') || changed.includes('customerId')) {
        await putEntriesOn(trx, context, { invoiceId: id, customerId: after.customerId }, after.entryIds)
      }
      const stored = { ...row, ...columns }
      if (changed.includes('paid') || changed.includes('paidDate')) await setPaid(trx, context, stored, after)
      await saveSearchTerms(trx, 'invoice', id, invoiceSearchTexts(stored))
      await recordChange(trx, context, stored, changed, after.paid)
      return getInvoice(trx, context, id)
    }),
  )
}

/** Deletes a draft; its entries can be invoiced again. 404, 412 `stale`, 409 `invoice.published` for any other. */
export async function deleteInvoice(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await getInvoiceToChange(trx, context, id, revision)
    if (row.state !== 'draft') throw new AppError('invoice.published')
    await putEntriesOn(trx, context, { invoiceId: id, customerId: row.customer_id }, [])
    await removeSearchTerms(trx, 'invoice', id)
    await trx.deleteFrom('invoice').where('id', '=', id).execute()
    if (row.pdf_file_id !== null) await removeFiles(trx, [row.pdf_file_id])
    await record(trx, context, 'invoice.deleted', row)
  })
}

async function attachPdf(trx: Trx, context: Context, { pdfFileId, customerId }: InvoiceInput): Promise<void> {
  if (pdfFileId === null) return
  await attachFiles(trx, context, { fileIds: [pdfFileId], customerId, field: 'pdfFileId', mustBePdf: true })
}

/** One line for a change of the payment, else one that names the fields. */
async function recordChange(
  trx: Trx,
  context: Context,
  row: { id: string; number: string | null },
  changed: readonly string[],
  isPaid: boolean,
): Promise<void> {
  if (changed.includes('paid')) await record(trx, context, isPaid ? 'invoice.paid' : 'invoice.unpaid', row)
  const others = changed.filter(name => name !== 'paid' && name !== 'paidDate')
  const isLater = changed.includes('paidDate') && !changed.includes('paid')
  const named = isLater ? [...others, 'paidDate'] : others
  if (named.length > 0) await record(trx, context, 'invoice.updated', row, named.join(', '))
}

export async function record(
  trx: Trx,
  context: Context,
  action: AuditAction,
  { id, number }: { id: string; number: string | null },
  details = number ?? '',
): Promise<void> {
  await recordAudit(trx, context, { action, subjectKind: 'invoice', subjectId: id, details })
}

/**
 * The input, with the day of payment: today by default when it becomes paid, none when it is not. 422 for a day in the
 * future or on an unpaid invoice.
 */
function withPayment(
  { clock }: Pick<Context, 'clock'>,
  before: InvoiceInput,
  sent: Partial<InvoiceInput>,
): InvoiceInput {
  const after = normalised({ ...before, ...sent })
  const today = calendarDate(clock.now())
  if (!after.paid) {
    if (sent.paidDate) throw invalidField('paidDate', 'invoice.paid_date_unpaid')
    return { ...after, paidDate: null }
  }
  const paidDate = after.paidDate ?? (before.paid ? before.paidDate : today)
  if (paidDate !== null && paidDate > today) throw invalidField('paidDate', 'date.in_future')
  return { ...after, paidDate }
}

/** Empty input means none, and entries are a set. */
function normalised(fields: InvoiceInput): InvoiceInput {
  return {
    ...fields,
    number: fields.number || null,
    issueDate: fields.issueDate || null,
    dueDate: fields.dueDate || null,
    serviceFrom: fields.serviceFrom || null,
    serviceTo: fields.serviceTo || null,
    entryIds: [...new Set(fields.entryIds)].sort(),
    paidDate: fields.paidDate || null,
  }
}

/** The columns of a draft, if its customer exists and amounts and dates are consistent; else 422. */
async function checkedColumns(trx: Trx, { engine }: Pick<Context, 'engine'>, fields: InvoiceInput) {
  const customer = await trx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', fields.customerId)
    .where('erased_at', 'is', null)
    .$call(forKeyShare(engine))
    .executeTakeFirst()
  if (customer === undefined) throw invalidField('customerId', 'reference.unknown')
  if (fields.number !== null && (await isAssignedByPortal(trx, fields.number))) {
    throw invalidField('number', 'invoice_number.of_series')
  }
  const lines = fields.tax.map(line => ({
    rate: centsOf(line.rate),
    base_cents: centsOf(line.base),
    amount_cents: centsOf(line.amount),
  }))
  const amounts = { net_cents: centsOf(fields.net), tax_lines: lines, gross_cents: centsOf(fields.gross) }
  const dates = {
    issue_date: fields.issueDate,
    due_date: fields.dueDate,
    service_from: fields.serviceFrom,
    service_to: fields.serviceTo,
  }
  const { profile } = await getProfile(trx)
  const errors = [...amountErrors(amounts, profile), ...dateErrors(dates)]
  if (errors.length > 0) throw new AppError('request.invalid', { errors })
  return {
    customer_id: fields.customerId,
    number: fields.number,
    number_key: fields.number === null ? '' : foldNumber(fields.number),
    ...dates,
    issue_key: dateKey(dates.issue_date),
    due_key: dateKey(dates.due_date),
    net_cents: amounts.net_cents,
    tax_cents: taxCentsOf(lines),
    tax_lines: JSON.stringify(lines),
    gross_cents: amounts.gross_cents,
    notes: fields.notes,
    pdf_file_id: fields.pdfFileId,
  }
}

async function inputOf(trx: Trx, row: StoredInvoice): Promise<InvoiceInput> {
  const entries = await listEntriesOfInvoice(trx, row.id)
  return {
    customerId: row.customer_id,
    number: row.number,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    serviceFrom: row.service_from,
    serviceTo: row.service_to,
    net: eurOf(row.net_cents),
    tax: taxLinesOf(row).map(({ rate, base_cents, amount_cents }) => ({
      rate: rate / 100,
      base: eurOf(base_cents),
      amount: eurOf(amount_cents),
    })),
    gross: eurOf(row.gross_cents),
    notes: row.notes,
    pdfFileId: row.pdf_file_id,
    entryIds: entries.map(entry => entry.id).sort(),
    paid: row.is_paid === 1,
    paidDate: row.paid_on,
  }
}

/** The unique index decides last: the number may have been taken concurrently. */
async function namingTakenNumber<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('number', 'invoice_number.taken')
    throw error
  }
}
