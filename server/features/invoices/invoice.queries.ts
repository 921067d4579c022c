import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CustomerKind } from '#contract/customers.ts'
import type { FileMediaType } from '#contract/files.ts'
import type { RelatedInvoice } from '#contract/invoices.ts'
import { AppError } from '#server/app-error.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection, Context } from '#server/context.ts'
import type { InvoiceTable, StoredTaxLine } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import type { Flag } from '#server/database/schema-columns.ts'
import { demandNoRunningErasure } from '#server/features/customers/running-erasure.queries.ts'
import { type InvoicedTicket, listTicketsOfInvoices } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { demandRevision } from '#server/revision.ts'

export type StoredInvoice = Selectable<InvoiceTable>
/** With the names of the customer, and the PDF's data. */
export type InvoiceRow = StoredInvoice & {
  customer_kind: CustomerKind
  company: string
  first_name: string
  last_name: string
  pdf_name: string | null
  pdf_media_type: FileMediaType | null
  pdf_size_bytes: number | null
  has_pdf_password: Flag
  /** As of its issue: the customer may be of another kind now. */
  has_xrechnung: Flag
  open_questions_count: number
}
export type RelatedInvoices = {
  cancels: RelatedInvoice | null
  cancelledBy: RelatedInvoice | null
  cancelReason: string
}
export type FoundInvoice = { row: InvoiceRow; tickets: InvoicedTicket[] }

export function selectInvoices(db: Kysely<Database>) {
  return db
    .selectFrom('invoice')
    .innerJoin('customer', 'customer.id', 'invoice.customer_id')
    .leftJoin('file', 'file.id', 'invoice.pdf_file_id')
    .selectAll('invoice')
    .select([
      'customer.kind as customer_kind',
      'customer.company',
      'customer.first_name',
      'customer.last_name',
      'file.name as pdf_name',
      'file.media_type as pdf_media_type',
      'file.size_bytes as pdf_size_bytes',
    ])
    .select([
      sql<Flag>`case when exists (select 1 from invoice_pdf_password where id = invoice.id) then 1 else 0 end`.as(
        'has_pdf_password',
      ),
      sql<Flag>`case when exists (select 1 from invoice_xml where invoice_id = invoice.id and profile = 'xrechnung') then 1 else 0 end`.as(
        'has_xrechnung',
      ),
      sql<number>`(select count(*) from invoice_question where invoice_id = invoice.id and state = 'open')`.as(
        'open_questions_count',
      ),
    ])
}

const selectOne = prepared<{ id: string }>()((db, param) => selectInvoices(db).where('invoice.id', '=', param('id')))

const selectOneLocked = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('invoice').selectAll().where('id', '=', param('id')).$call(forUpdate(engine)),
)

/** One invoice in scope; 404 `not_found`, also for a customer's own draft. */
export async function getInvoice(
  connection: Connection,
  { actor, scope }: Pick<Context, 'actor' | 'scope'>,
  id: string,
): Promise<InvoiceRow> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isVisible(actor, scope, row)) throw new AppError('not_found')
  return row
}

/**
 * One invoice in scope, locked until the transaction ends; 404, 412 `stale` when it has changed, and 409
 * `erasure.running` while the customer's account is being deleted.
 */
export async function getInvoiceToChange(
  trx: Transaction<Database>,
  { actor, scope }: Pick<Context, 'actor' | 'scope'>,
  id: string,
  revision: number | undefined,
): Promise<StoredInvoice> {
  const [row] = await selectOneLocked(trx, { id })
  if (row === undefined || !isVisible(actor, scope, row)) throw new AppError('not_found')
  demandRevision(revision, row.revision)
  await demandNoRunningErasure(trx, row.customer_id)
  return row
}

const selectRelated = prepared<{ id: string; cancelsId: string }>()((db, param) =>
  db
    .selectFrom('invoice')
    .select(['id', 'number', 'issue_date', 'cancels_id', 'cancel_reason'])
    .where(eb => eb.or([eb('cancels_id', '=', param('id')), eb('id', '=', param('cancelsId'))])),
)

/** The invoice that this one cancels, and the one that cancels it, with the reason: both are the same customer's. */
export async function getRelated(connection: Connection, row: StoredInvoice): Promise<RelatedInvoices> {
  const { id, cancels_id, cancel_reason } = row
  const rows = await selectRelated(connection, { id, cancelsId: cancels_id ?? '' })
  const found = rows.map(other => ({ id: other.id, number: other.number, issueDate: other.issue_date }))
  const index = rows.findIndex(other => other.cancels_id === id)
  return {
    cancels: found.find(other => other.id === cancels_id) ?? null,
    cancelledBy: found[index] ?? null,
    cancelReason: rows[index]?.cancel_reason ?? cancel_reason,
  }
}

/** The tickets on the invoices of a page, for all of them at once. */
export async function withTickets(connection: Connection, rows: readonly InvoiceRow[]): Promise<FoundInvoice[]> {
  const tickets = await listTicketsOfInvoices(
    connection,
    rows.map(row => row.id),
  )
  return rows.map(row => ({ row, tickets: tickets.filter(ticket => ticket.invoice_id === row.id) }))
}

function isVisible(actor: Actor, scope: Scope, row: StoredInvoice): boolean {
  const own = scopedCustomerId(scope)
  return (own === null || own === row.customer_id) && (isAdmin(actor) || row.state !== 'draft')
}

export type InvoiceSums = {
  unpaid_cents: number
  unpaid_count: number
  overdue_cents: number
  overdue_count: number
  next_due_date: string | null
}

/** Of all customers they are kept by due date (migration 0059). */
const sumAll = prepared<{ today: string }>()((db, param) =>
  db
    .selectFrom('open_amount')
    .where('subject', '=', sql.lit('invoice'))
    .select(sums(param('today'))),
)
/** Over the index `invoice_unpaid` alone, which literals need. */
const sumOne = prepared<{ today: string; customerId: string }>()((db, param) =>
  db
    .selectFrom(eb =>
      eb
        .selectFrom('invoice')
        .select(['due_date', sql.lit(1).as('count'), sql<number>`gross_cents - paid_cents`.as('cents')])
        .where('customer_id', '=', param('customerId'))
        .where(sql<boolean>`state = 'issued' and is_paid = 0`)
        .as('unpaid'),
    )
    .select(sums(param('today'))),
)

/** Open and overdue amounts, of all in scope or of one customer; and the number of an admin's drafts. */
export async function getInvoiceSums(
  connection: Connection,
  { actor, scope }: Pick<Context, 'actor' | 'scope'>,
  { customer, today }: { customer: string | undefined; today: string },
): Promise<{ sums: InvoiceSums; draftsCount: number }> {
  const own = scopedCustomerId(scope)
  // `none` is no valid id: a customer who asks for another one sees zeros.
  const customerId = own !== null && customer !== undefined && customer !== own ? 'none' : (own ?? customer)
  const [row] = await (customerId === undefined
    ? sumAll(connection, { today })
    : sumOne(connection, { today, customerId }))
  if (row === undefined) throw new Error('The sums of the invoices gave no row.')
  return { sums: row, draftsCount: isAdmin(actor) ? await countDrafts(connection, customerId) : 0 }
}

async function countDrafts(connection: Connection, customerId: string | undefined): Promise<number> {
  if (customerId === undefined) return countRows(connection, 'invoice', { state: 'draft' })
  const row = await connection
    .selectFrom('invoice')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  return row.count
}

function sums(today: string) {
  return [
    sql<number>`coalesce(sum(cents), 0)`.as('unpaid_cents'),
    sql<number>`coalesce(sum("count"), 0)`.as('unpaid_count'),
    sql<number>`coalesce(sum(case when due_date < ${today} then cents end), 0)`.as('overdue_cents'),
    sql<number>`coalesce(sum(case when due_date < ${today} then "count" end), 0)`.as('overdue_count'),
    sql<string | null>`min(case when due_date >= ${today} then due_date end)`.as('next_due_date'),
  ] as const
}

/** The tax of a row, in cents. */
export function taxLinesOf({ tax_lines }: Pick<InvoiceTable, 'tax_lines'>): StoredTaxLine[] {
  // Written only by the commands of this feature and the demo.
  return JSON.parse(tax_lines) as StoredTaxLine[]
}
