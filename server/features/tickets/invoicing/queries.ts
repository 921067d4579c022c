/** The finished work of tickets as invoices see it: what waits for one, and what stands on one. */
import { type Kysely, sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

export type BillableRow = {
  id: string
  ticket_id: string
  ticket_number: string
  ticket_name: string
  name: string
  date: string
  minutes: number
  hourly_rate_cents: number
  extra_cents: number
  total_cents: number
}

/** A ticket's work on one invoice. */
export type InvoicedTicket = {
  invoice_id: string | null
  id: string
  number: string
  name: string
  entries_count: number
  minutes: number
  total_cents: number
}

type PageParams = { customerId: string; limit: number; offset: number }

/** A customer's finished entries on no invoice, oldest first; the caller has been allowed to bill the customer. */
export async function listBillableEntries(
  connection: Connection,
  customerId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ count: number; rows: BillableRow[] }> {
  const offset = (page - 1) * page_size
  const rows = await selectBillable(connection, { customerId, limit: page_size, offset })
  const isLastPage = rows.length < page_size && (rows.length > 0 || offset === 0)
  if (isLastPage) return { count: offset + rows.length, rows }
  const [total] = await countBillable(connection, { customerId })
  return { count: total?.count ?? 0, rows }
}

/** All entries on an invoice the caller has already been allowed to see, oldest first. */
export function listEntriesOfInvoice(connection: Connection, invoiceId: string): Promise<BillableRow[]> {
  return selectOfInvoice(connection, { invoiceId })
}

/** The tickets whose work stands on the invoices of a page, for all of them at once, in the order of their numbers. */
export function listTicketsOfInvoices(
  connection: Connection,
  invoiceIds: readonly string[],
): Promise<InvoicedTicket[]> {
  return selectTicketsOf(connection, invoiceIds)
}

/** The statements; exported so that the query plans can be checked. */
export function billablePage(db: Kysely<Database>, param: Param<PageParams>) {
  return selectEntries(db)
    .where(isWaiting)
    .where('ticket_entry.customer_id', '=', param('customerId'))
    .orderBy('ticket_entry.date')
    .orderBy('ticket_entry.id')
    .limit(param('limit'))
    .offset(param('offset'))
}

export function billableCount(db: Kysely<Database>, param: Param<Pick<PageParams, 'customerId'>>) {
  return db
    .selectFrom('ticket_entry')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(isWaiting)
    .where('ticket_entry.customer_id', '=', param('customerId'))
}

const selectBillable = prepared<PageParams>()(billablePage)
const countBillable = prepared<Pick<PageParams, 'customerId'>>()(billableCount)
const selectOfInvoice = prepared<{ invoiceId: string }>()((db, param) =>
  selectEntries(db)
    .where('ticket_entry.invoice_id', '=', param('invoiceId'))
    .orderBy('ticket_entry.date')
    .orderBy('ticket_entry.id'),
)

const selectTicketsOf = preparedByIds()((db, ids) =>
  db
    .selectFrom('ticket_entry')
    .innerJoin('ticket', 'ticket.id', 'ticket_entry.ticket_id')
    .where('ticket_entry.invoice_id', 'is not', null)
    .where('ticket_entry.invoice_id', 'in', ids)
    .groupBy(['ticket_entry.invoice_id', 'ticket.id'])
    .select(eb => [
      'ticket_entry.invoice_id',
      'ticket.id',
      'ticket.number',
      'ticket.name',
      eb.fn.countAll<number>().as('entries_count'),
      eb.fn.sum<number>('ticket_entry.minutes').as('minutes'),
      eb.fn.sum<number>('ticket_entry.total_cents').as('total_cents'),
    ])
    .orderBy('ticket.number_key'),
)

/** As the partial index `ticket_entry_billable` has it. */
const isWaiting = sql<boolean>`ticket_entry.invoice_id is null and ticket_entry.progress = 'finished'`

function selectEntries(db: Kysely<Database>) {
  return db
    .selectFrom('ticket_entry')
    .innerJoin('ticket', 'ticket.id', 'ticket_entry.ticket_id')
    .select([
      'ticket_entry.id',
      'ticket_entry.ticket_id',
      'ticket.number as ticket_number',
      'ticket.name as ticket_name',
      'ticket_entry.name',
      'ticket_entry.date',
      'ticket_entry.minutes',
      'ticket_entry.hourly_rate_cents',
      'ticket_entry.extra_cents',
      'ticket_entry.total_cents',
    ])
}
