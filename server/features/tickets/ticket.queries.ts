import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CustomerKind } from '#contract/customers.ts'
import type { Progress } from '#contract/progress.ts'
import { AppError } from '#server/app-error.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection, Context } from '#server/context.ts'
import type { TicketTable } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

export type StoredTicket = Selectable<TicketTable>
export type TicketRow = StoredTicket & {
  customer_kind: CustomerKind
  company: string
  first_name: string
  last_name: string
}
/** With flags for parts that the ticket's own page need not read: each saves a statement where there are none. */
export type TicketItem = TicketRow & { has_request: 0 | 1; has_attachments: 0 | 1; has_spans: 0 | 1 }
export type TicketInvoice = {
  ticket_id: string
  id: string
  number: string | null
  state: 'draft' | 'issued' | 'cancelled'
  is_paid: 0 | 1
  due_date: string | null
}

export type FoundTicket = { row: TicketRow; invoices: TicketInvoice[] }

/** Tickets with the names of their customers. */
export function selectTickets(db: Kysely<Database>) {
  return db
    .selectFrom('ticket')
    .innerJoin('customer', 'customer.id', 'ticket.customer_id')
    .selectAll('ticket')
    .select(['customer.kind as customer_kind', 'customer.company', 'customer.first_name', 'customer.last_name'])
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectTickets(db)
    .select([
      hasRows('request').as('has_request'),
      hasRows('ticket_attachment').as('has_attachments'),
      hasRows('work_span').as('has_spans'),
    ])
    .where('ticket.id', '=', param('id')),
)

function hasRows(table: 'request' | 'ticket_attachment' | 'work_span') {
  return sql<0 | 1>`case when exists (select 1 from ${sql.table(table)} as part where part.ticket_id = ticket.id)
    then 1 else 0 end`
}

const selectOneLocked = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('ticket').selectAll().where('id', '=', param('id')).$call(forUpdate(engine)),
)

/** One ticket in scope; 404 `not_found`. */
export async function getTicket(
  connection: Connection,
  { scope }: Pick<Context, 'scope'>,
  id: string,
): Promise<TicketItem> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isInScope(scope, row.customer_id)) throw new AppError('not_found')
  return row
}

/** The tickets of a page with the invoices of their entries. */
export async function withInvoices(
  connection: Connection,
  actor: Actor,
  rows: readonly TicketRow[],
): Promise<FoundTicket[]> {
  const invoices = await listInvoicesOf(connection, actor, rows)
  return rows.map(row => ({ row, invoices: invoices.filter(invoice => invoice.ticket_id === row.id) }))
}

/**
 * The invoices of the tickets' entries, for all of them at once. Drafts affect only an admin's permissions: a
 * customer's tickets are read when they have an issued one.
 */
export async function listInvoicesOf(
  connection: Connection,
  actor: Actor,
  rows: readonly TicketRow[],
): Promise<TicketInvoice[]> {
  const invoiced = rows.filter(row => (isAdmin(actor) ? row.entries_count > 0 : row.invoice_state !== 'none'))
  return selectInvoicesOf(
    connection,
    invoiced.map(row => row.id),
  )
}

/** The request the ticket was created from, while both belong to the same customer; null when there is none. */
export async function findRequestOf(
  connection: Connection,
  { id, customer_id, has_request }: Pick<TicketItem, 'id' | 'customer_id' | 'has_request'>,
): Promise<{ id: string; number: string; title: string } | null> {
  if (has_request === 0) return null
  const [request] = await selectRequestOf(connection, { ticketId: id, customerId: customer_id })
  return request ?? null
}

const selectRequestOf = prepared<{ ticketId: string; customerId: string }>()((db, param) =>
  db
    .selectFrom('request')
    .select(['id', 'number', 'title'])
    .where('ticket_id', '=', param('ticketId'))
    .where('customer_id', '=', param('customerId')),
)

/** One ticket in scope, locked until the transaction ends; undefined when there is none. */
export async function findTicketToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<StoredTicket | undefined> {
  const [row] = await selectOneLocked(trx, { id })
  return row !== undefined && isInScope(scope, row.customer_id) ? row : undefined
}

function isInScope(scope: Scope, customerId: string): boolean {
  const own = scopedCustomerId(scope)
  return own === null || own === customerId
}

/** Once per ticket and invoice, in the order of their numbers. */
const selectInvoicesOf = preparedByIds()((db, ids) =>
  db
    .selectFrom('ticket_entry')
    .innerJoin('invoice', 'invoice.id', 'ticket_entry.invoice_id')
    .select([
      'ticket_entry.ticket_id',
      'invoice.id',
      'invoice.number',
      'invoice.state',
      'invoice.is_paid',
      'invoice.due_date',
    ])
    .distinct()
    .where('ticket_entry.invoice_id', 'is not', null)
    .where('ticket_entry.ticket_id', 'in', ids)
    .orderBy('invoice.number')
    .orderBy('invoice.id'),
)

/** The number of unfinished and of invoiced entries of a ticket. */
export async function countEntries(
  connection: Connection,
  ticketId: string,
): Promise<{ unfinished: number; invoiced: number }> {
  const row = await connection
    .selectFrom('ticket_entry')
    .select(eb => [
      sql<number>`coalesce(sum(case when progress <> 'finished' then 1 else 0 end), 0)`.as('unfinished'),
      eb.fn.count<number>('invoice_id').as('invoiced'),
    ])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return row
}

/** Whether anybody's measurement runs on the ticket, or waits to be booked. */
export async function isMeasuredNow(connection: Connection, ticketId: string): Promise<boolean> {
  const span = await connection
    .selectFrom('work_span')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where(eb => eb.or([eb('stopped_at', 'is', null), eb('is_waiting', '=', 1)]))
    .limit(1)
    .executeTakeFirst()
  return span !== undefined
}

export type TicketSums = {
  upcoming_count: number
  in_progress_count: number
  month_minutes: number
  open_cents: number
  open_tickets_count: number
  unpaid_cents: number
  unpaid_count: number
}

const sumAll = prepared<{ month: string }>()((db, param) => sums(db, { month: param('month') }))
const sumOne = prepared<{ customerId: string; month: string }>()((db, param) =>
  sums(db, { customerId: param('customerId'), month: param('month') }),
)

/** The summary above the list, of all tickets in scope or of one customer's. `month` is `YYYY-MM`. */
export async function getTicketSums(
  connection: Connection,
  scope: Scope,
  { customer, month }: { customer: string | undefined; month: string },
): Promise<TicketSums> {
  const own = scopedCustomerId(scope)
  // `none` is no valid id: a customer who asks for another one sees zeros.
  const customerId = own !== null && customer !== undefined && customer !== own ? 'none' : (own ?? customer)
  const [row] = await (customerId === undefined
    ? sumAll(connection, { month })
    : sumOne(connection, { customerId, month }))
  if (row === undefined) throw new Error('The sums of the tickets gave no row.')
  return row
}

function sums(db: Kysely<Database>, { customerId, month }: { customerId?: string; month: string }) {
  const isScoped = customerId !== undefined
  const of = isScoped ? sql`customer_id = ${customerId} and` : sql``
  // Of all customers it is kept (migration 0015); one customer has few entries in a month.
  const minutes = isScoped
    ? sql`ticket_entry where ${of} date >= ${month} || '-01' and date <= ${month} || '-31'`
    : sql`work_month where month = ${month}`
  // The counts with keys that begin with the customer, if there is one, and the progress (row-counts.ts).
  const countIn = (progress: Progress) => {
    const list = sql.lit(isScoped ? 'ticket_of_customer' : 'ticket')
    const start = isScoped ? sql`${customerId} || ${sql.lit(` ${progress}`)}` : sql.lit(progress)
    return sql<number>`(select coalesce(sum("count"), 0) from row_count
      where list = ${list} and key >= ${start} || ' ' and key < ${start} || '!')`
  }
  // Of all customers they are kept (migration 0059). Literals are needed for partial indexes (ticket_open, invoice_unpaid).
  const open = isScoped
    ? sql`(select sum(total_cents - billed_cents) as cents, count(*) as count from ticket
        where ${of} total_cents > billed_cents) as open_tickets`
    : sql`open_amount where subject = 'ticket'`
  const unpaid = isScoped
    ? sql`(select sum(gross_cents - paid_cents) as cents, count(*) as count from invoice
        where ${of} state = 'issued' and is_paid = 0) as unpaid_invoices`
    : sql`open_amount where subject = 'invoice'`
  return db.selectNoFrom([
    countIn('upcoming').as('upcoming_count'),
    countIn('inProgress').as('in_progress_count'),
    sql<number>`(select coalesce(sum(minutes), 0) from ${minutes})`.as('month_minutes'),
    sql<number>`(select coalesce(sum(cents), 0) from ${open})`.as('open_cents'),
    sql<number>`(select coalesce(sum("count"), 0) from ${open})`.as('open_tickets_count'),
    sql<number>`(select coalesce(sum(cents), 0) from ${unpaid})`.as('unpaid_cents'),
    sql<number>`(select coalesce(sum("count"), 0) from ${unpaid})`.as('unpaid_count'),
  ])
}
