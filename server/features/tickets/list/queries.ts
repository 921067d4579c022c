/** The overview of tickets: one prepared statement per combination of filters, ordering and number of words searched. */
import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { Progress } from '#contract/progress.ts'
import type { TicketQuery } from '#contract/tickets.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { unindexed } from '#server/database/engine.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import type { Database, TicketTable } from '#server/database/schema.ts'
import { wordRanges } from '#server/database/search-terms.ts'
import { selectTickets, type TicketRow } from '#server/features/tickets/queries.ts'

const orderings = {
  number: ['number_key', 'asc'],
  '-number': ['number_key', 'desc'],
  name: ['name_key', 'asc'],
  '-name': ['name_key', 'desc'],
  hoursCount: ['minutes', 'asc'],
  '-hoursCount': ['minutes', 'desc'],
  total: ['total_cents', 'asc'],
  '-total': ['total_cents', 'desc'],
  updatedAt: ['updated_at', 'asc'],
  '-updatedAt': ['updated_at', 'desc'],
} as const

export type TicketListVariant = {
  isScoped: boolean
  hasProgress: boolean
  hasInvoiceState: boolean
  words: number
  ordering: NonNullable<TicketQuery['ordering']>
}

type InvoiceState = TicketTable['invoice_state']
type FilterParams = {
  customerId: string
  progress: Progress
  invoiceState: InvoiceState
  [word: `from${number}` | `to${number}`]: string
}
type PageParams = FilterParams & { limit: number; offset: number }
type Param<P> = <K extends keyof P>(name: K) => P[K]

/**
 * Tickets in reach, newest change first unless ordered otherwise. Every word of the search begins a word of the ticket
 * or of its customer. `count` is over all pages.
 */
export async function listTickets(
  connection: Connection,
  scope: Scope,
  query: TicketQuery,
): Promise<{ count: number; rows: TicketRow[] }> {
  const own = scopedCustomerId(scope)
  const isForeign = own !== null && query.customer !== undefined && query.customer !== own
  const ranges = query.search?.trim() ? wordRanges(query.search) : []
  const findsNothing = query.search?.trim() && ranges.length === 0
  if (isForeign || findsNothing) return { count: 0, rows: [] }

  const customerId = own ?? query.customer
  const variant = {
    isScoped: customerId !== undefined,
    hasProgress: query.progress !== undefined,
    hasInvoiceState: query.invoicePaid !== undefined,
    words: ranges.length,
    ordering: query.ordering ?? '-updatedAt',
  }
  const params: FilterParams = {
    customerId: customerId ?? '',
    progress: query.progress ?? 'upcoming',
    invoiceState: query.invoicePaid ?? 'none',
  }
  ranges.forEach(({ from, to }, index) => {
    params[`from${index}`] = from
    params[`to${index}`] = to
  })
  const offset = (query.page - 1) * query.page_size
  const rows = await selectPage(connection, variant, { ...params, limit: query.page_size, offset })
  const isLastPage = rows.length < query.page_size && (rows.length > 0 || offset === 0)
  if (isLastPage) return { count: offset + rows.length, rows }
  const [total] = await (variant.words > 0 ? selectSearchCount : selectTally)(connection, variant, params)
  return { count: total?.count ?? 0, rows }
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function ticketPage(variant: TicketListVariant, db: Kysely<Database>, param: Param<PageParams>) {
  const [column, direction] = orderings[variant.ordering]
  return selectTickets(db)
    .where(conditions(variant, param))
    .orderBy(`ticket.${column}`, direction)
    .orderBy('ticket.id', direction)
    .limit(param('limit'))
    .offset(param('offset'))
}

/** How many a search finds; without one the tally knows. */
export function ticketSearchCount(variant: TicketListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('ticket')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param))
}

/** The counts are kept by the database (migration 0004): at most nine rows per customer. */
function ticketTally(variant: TicketListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('row_tally')
    .select(eb => eb.fn.coalesce(eb.fn.sum<number>('row_count'), sql<number>`0`).as('count'))
    .where('kind', '=', 'ticket')
    .where('customer_id', '=', variant.isScoped ? param('customerId') : '*')
    .$if(variant.hasProgress, query => query.where('progress', '=', param('progress')))
    .$if(variant.hasInvoiceState, query => query.where('invoice_state', '=', param('invoiceState')))
}

const selectPage = preparedVariants<TicketListVariant, PageParams>()(ticketPage)
const selectSearchCount = preparedVariants<TicketListVariant, FilterParams>()(ticketSearchCount)
const selectTally = preparedVariants<TicketListVariant, FilterParams>()(ticketTally)

/**
 * A list walks an index in its order and filters on the way. Over all customers, where few of many rows may match, the
 * filters have an index in the usual order.
 */
function conditions(variant: TicketListVariant, param: Param<FilterParams>) {
  const eb = expressionBuilder<Database, 'ticket'>()
  const isUsual = variant.ordering.endsWith('updatedAt') && !variant.isScoped && variant.words === 0
  const progress = isUsual ? eb.ref('ticket.progress') : unindexed<Progress>('ticket.progress')
  const invoiceState =
    isUsual && !variant.hasProgress ? eb.ref('ticket.invoice_state') : unindexed<InvoiceState>('ticket.invoice_state')
  return eb.and([
    ...(variant.isScoped ? [eb('ticket.customer_id', '=', param('customerId'))] : []),
    ...(variant.hasProgress ? [eb(progress, '=', param('progress'))] : []),
    ...(variant.hasInvoiceState ? [eb(invoiceState, '=', param('invoiceState'))] : []),
    ...Array.from({ length: variant.words }, (_, index) =>
      eb('ticket.id', 'in', ticketsWithWord(param(`from${index}`), param(`to${index}`))),
    ),
  ])
}

function ticketsWithWord(from: string, to: string) {
  const eb = expressionBuilder<Database, never>()
  return eb
    .selectFrom('search_term')
    .select('subject_id as id')
    .where('kind', '=', 'ticket')
    .where('term', '>=', from)
    .where('term', '<', to)
    .union(
      eb
        .selectFrom('search_term')
        .innerJoin('ticket as of_customer', 'of_customer.customer_id', 'search_term.subject_id')
        .select('of_customer.id')
        .where('search_term.kind', '=', 'customer')
        .where('search_term.term', '>=', from)
        .where('search_term.term', '<', to),
    )
}
