/** The finished work of tickets for invoices: unbilled and billed entries. */
import { type Kysely, sql } from 'kysely'
import type { EntryType } from '#contract/ticket-entries.ts'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { unindexed } from '#server/database/engine.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import { preparedByIds, preparedVariants } from '#server/database/prepared-variants.ts'
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

/** Work a customer can be billed for: with hours or an amount. */
export type WaitingWork = {
  customer_id: string
  company: string
  first_name: string
  last_name: string
  entries_count: number
  minutes: number
  total_cents: number
  since: string
}

type WaitingQuery = {
  customer?: string | undefined
  tickets?: string | undefined
  from?: string | undefined
  to?: string | undefined
  page: number
  page_size: number
}
type PageParams = { customerId: string; limit: number; offset: number }
/** Calendar dates, both included. */
type Days = { from: string; to: string }

/**
 * A customer's finished unbilled entries, oldest first, or those of some tickets and days; the caller may bill the
 * customer.
 */
export async function listBillableEntries(
  connection: Connection,
  customerId: string,
  { tickets, from, to, page, page_size }: Omit<WaitingQuery, 'customer'>,
): Promise<{ count: number; rows: BillableRow[] }> {
  const offset = (page - 1) * page_size
  if (tickets !== undefined || from !== undefined || to !== undefined) {
    const chosen = chosenEntries(connection, customerId, { tickets: tickets?.split(','), from, to })
    const found = await chosen.limit(page_size).offset(offset).execute()
    const { count } = await countOf(chosen).executeTakeFirstOrThrow()
    return { count, rows: found }
  }
  const rows = await selectBillable(connection, { customerId, limit: page_size, offset })
  const isLastPage = rows.length < page_size && (rows.length > 0 || offset === 0)
  if (isLastPage) return { count: offset + rows.length, rows }
  const [total] = await countBillable(connection, { customerId })
  return { count: total?.count ?? 0, rows }
}

/**
 * Finished unbilled work, by customer, the longest waiting first; of `tickets` (ids separated by commas) only. It is
 * over all customers: else 404. With `from` or `to` only the work of these days counts.
 */
export async function listWaitingWork(
  connection: Connection,
  scope: Scope,
  { customer, tickets, from, to, page, page_size }: WaitingQuery,
): Promise<{ count: number; rows: WaitingWork[] }> {
  if (scope.customers !== 'all') throw new AppError('not_found')
  const offset = (page - 1) * page_size
  const isOfDays = from !== undefined || to !== undefined
  const days = { from: from ?? firstDay, to: to ?? lastDay }
  if (tickets !== undefined) {
    const ids = tickets.split(',')
    const all = await (isOfDays ? waitingOfTickets(connection, ids, days).execute() : selectWaitingOf(connection, ids))
    const found = all.filter(({ customer_id }) => customer === undefined || customer_id === customer)
    return { count: found.length, rows: found.slice(offset, offset + page_size) }
  }
  const params = { customerId: customer ?? '', ...days, limit: page_size, offset }
  const variant = { isOfOne: customer !== undefined, isOfDays }
  const rows = await selectWaiting(connection, variant, params)
  const isLastPage = rows.length < page_size && (rows.length > 0 || offset === 0)
  if (isLastPage) return { count: offset + rows.length, rows }
  const [total] = await countWaiting(connection, variant, params)
  return { count: total?.count ?? 0, rows }
}

/** An entry as the lines of an invoice need it. */
export type WorkEntry = BillableRow & { description: string; type: EntryType; extra_text: string }

/** The entries with these ids, oldest first; whether they can be billed, `putEntriesOn` checks. */
export function listWorkEntries(connection: Connection, ids: readonly string[]): Promise<WorkEntry[]> {
  if (ids.length === 0) return Promise.resolve([])
  return selectEntries(connection)
    .select(['ticket_entry.description', 'ticket_entry.type', 'ticket_entry.extra_text'])
    .where('ticket_entry.id', 'in', ids)
    .orderBy('ticket_entry.date')
    .orderBy('ticket_entry.id')
    .execute()
}

export type WaitingEntry = Pick<BillableRow, 'id' | 'ticket_id' | 'date' | 'minutes' | 'total_cents'> & {
  customer_id: string
}

export type WaitingChoice = {
  customerIds: readonly string[]
  /** Each narrows the choice where it is given. */
  ticketIds?: readonly string[] | undefined
  entryIds?: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
  limit: number
}

/** The unbilled work of some days, by customer, the longest waiting first. */
export function listWaitingOfDays(
  connection: Connection,
  { from, to }: { from: string; to: string },
): Promise<WaitingWork[]> {
  const waiting = waitingByCustomer(connection, undefined).where('date', '>=', from).where('date', '<=', to)
  return selectWithNames(connection, waiting).execute()
}

/** The finished unbilled entries of customers; of each customer the oldest `limit`. */
export function listWaitingEntries(
  connection: Connection,
  { customerIds, ticketIds, entryIds, from, to, limit }: WaitingChoice,
): Promise<WaitingEntry[]> {
  const numbered = connection
    .selectFrom('ticket_entry')
    .select(['id', 'ticket_id', 'customer_id', 'date', 'minutes', 'total_cents'])
    .select(eb =>
      eb.fn
        .agg<number>('row_number')
        .over(over => over.partitionBy('customer_id').orderBy('date').orderBy('id'))
        .as('place'),
    )
    .where(isWaiting)
    .where('customer_id', 'in', customerIds)
    .$if(ticketIds !== undefined, query => query.where('ticket_id', 'in', ticketIds ?? []))
    .$if(entryIds !== undefined, query => query.where('id', 'in', entryIds ?? []))
    .$if(from !== undefined, query => query.where('date', '>=', from ?? ''))
    .$if(to !== undefined, query => query.where('date', '<=', to ?? ''))
  return connection
    .selectFrom(numbered.as('waiting'))
    .select(['id', 'ticket_id', 'customer_id', 'date', 'minutes', 'total_cents'])
    .where('place', '<=', limit)
    .execute()
}

/** All entries on an invoice in scope, oldest first. */
export function listEntriesOfInvoice(connection: Connection, invoiceId: string): Promise<BillableRow[]> {
  return selectOfInvoice(connection, { invoiceId })
}

/** The tickets with work on the invoices of a page, for all of them at once, in the order of their numbers. */
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

function countOf(entries: ReturnType<typeof chosenEntries>) {
  return entries
    .clearSelect()
    .clearOrderBy()
    .select(eb => eb.fn.countAll<number>().as('count'))
}

type ChosenWork = { tickets?: readonly string[] | undefined; from?: string | undefined; to?: string | undefined }

/** The same of some tickets and days. */
export function chosenEntries(db: Kysely<Database>, customerId: string, { tickets, from, to }: ChosenWork) {
  return selectEntries(db)
    .where(tickets === undefined ? isWaiting : isWaitingUnindexed)
    .where('ticket_entry.customer_id', '=', customerId)
    .$if(tickets !== undefined, query => query.where('ticket_entry.ticket_id', 'in', tickets ?? []))
    .$if(from !== undefined, query => query.where('ticket_entry.date', '>=', from ?? ''))
    .$if(to !== undefined, query => query.where('ticket_entry.date', '<=', to ?? ''))
    .orderBy('ticket_entry.date')
    .orderBy('ticket_entry.id')
}

export function billableCount(db: Kysely<Database>, param: Param<Pick<PageParams, 'customerId'>>) {
  return db
    .selectFrom('ticket_entry')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(isWaiting)
    .where('ticket_entry.customer_id', '=', param('customerId'))
}

type WaitingVariant = { isOfOne: boolean; isOfDays: boolean }
type WaitingParams = PageParams & Days

/** Over the index alone, and the names of the customers found. */
export function waitingPage(variant: WaitingVariant, db: Kysely<Database>, param: Param<WaitingParams>) {
  return selectWithNames(db, waitingOf(variant, db, param))
    .limit(param('limit'))
    .offset(param('offset'))
}

/** Of some tickets: their entries, and the names of the customers found. */
export function waitingOfTickets(db: Kysely<Database>, ticketIds: readonly string[], days?: Days) {
  return selectWithNames(
    db,
    waitingByCustomer(db, undefined, isWaitingUnindexed)
      .where('ticket_entry.ticket_id', 'in', ticketIds)
      .$if(days !== undefined, query =>
        query.where('ticket_entry.date', '>=', days?.from ?? '').where('ticket_entry.date', '<=', days?.to ?? ''),
      ),
  )
}

function selectWithNames(db: Kysely<Database>, waiting: ReturnType<typeof waitingByCustomer>) {
  return db
    .selectFrom(waiting.as('waiting'))
    .innerJoin('customer', 'customer.id', 'waiting.customer_id')
    .selectAll('waiting')
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
    .where('customer.erased_at', 'is', null)
    .orderBy('waiting.since')
    .orderBy('waiting.customer_id')
}

export function waitingCount(variant: WaitingVariant, db: Kysely<Database>, param: Param<WaitingParams>) {
  return db
    .selectFrom(waitingOf(variant, db, param).as('waiting'))
    .innerJoin('customer', 'customer.id', 'waiting.customer_id')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer.erased_at', 'is', null)
}

function waitingOf({ isOfOne, isOfDays }: WaitingVariant, db: Kysely<Database>, param: Param<WaitingParams>) {
  return waitingByCustomer(db, isOfOne ? param('customerId') : undefined).$if(isOfDays, query =>
    query.where('ticket_entry.date', '>=', param('from')).where('ticket_entry.date', '<=', param('to')),
  )
}

function waitingByCustomer(db: Kysely<Database>, customerId: string | undefined, condition = isWaiting) {
  return db
    .selectFrom('ticket_entry')
    .where(condition)
    .$if(customerId !== undefined, query => query.where('customer_id', '=', customerId ?? ''))
    .groupBy('customer_id')
    .having(eb => eb.or([eb(eb.fn.sum('minutes'), '>', 0), eb(eb.fn.sum('total_cents'), '>', 0)]))
    .select(eb => [
      'customer_id',
      eb.fn.countAll<number>().as('entries_count'),
      eb.fn.sum<number>('minutes').as('minutes'),
      eb.fn.sum<number>('total_cents').as('total_cents'),
      eb.fn.min<string>('date').as('since'),
    ])
}

/** Before and after every calendar date. */
const [firstDay, lastDay] = ['0001-01-01', '9999-12-31']

const selectWaiting = preparedVariants<WaitingVariant, WaitingParams>()(waitingPage)
const selectWaitingOf = preparedByIds()(waitingOfTickets)
const countWaiting = preparedVariants<WaitingVariant, WaitingParams>()(waitingCount)
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
/** The same for entries found by their tickets, which that index does not contain. */
const isWaitingUnindexed = sql<boolean>`ticket_entry.invoice_id is null and ${unindexed('ticket_entry.progress')} = 'finished'`

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
