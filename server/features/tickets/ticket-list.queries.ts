/** The overview of tickets: one prepared statement per combination of filters, ordering and number of words searched. */
import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { Progress } from '#contract/progress.ts'
import type { TicketQuery } from '#contract/tickets.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { TicketTable } from '#server/database/business-tables.ts'
import { unindexed } from '#server/database/engine.ts'
import {
  type ListPage,
  listPage,
  onlyCount,
  type PageParams,
  searchedWords,
  type WordParams,
  withWordsOrCustomers,
} from '#server/database/list-page.ts'
import type { Param } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows, countRowsOf } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import { selectTickets, type TicketRow } from './ticket.queries.ts'
import { hasOpenWish } from './wish.queries.ts'

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
  isOpen: boolean
  hasWish: boolean
  words: number
  ordering: NonNullable<TicketQuery['ordering']>
}

type InvoiceState = TicketTable['invoice_state']
type FilterParams = WordParams & {
  customerId: string
  progress: Progress
  invoiceState: InvoiceState
}

/**
 * Tickets in scope, newest change first unless ordered otherwise. Every word of the search begins a word of the ticket
 * or of its customer. `count` is over all pages.
 */
export async function listTickets(
  connection: Connection,
  scope: Scope,
  query: TicketQuery,
): Promise<ListPage<TicketRow>> {
  const customer = reachedCustomer(scope, query.customer)
  const words = searchedWords(query.search)
  if (!customer || !words) return { count: 0, rows: [] }
  const variant = {
    isScoped: customer.id !== undefined,
    hasProgress: query.progress !== undefined,
    hasInvoiceState: query.invoicePaid !== undefined,
    isOpen: query.billing === 'open',
    hasWish: query.wishes === 'open',
    words: words.count,
    ordering: query.ordering ?? '-updatedAt',
  }
  const params: FilterParams = {
    customerId: customer.id ?? '',
    progress: query.progress ?? 'upcoming',
    invoiceState: query.invoicePaid ?? 'none',
    ...words.params,
  }
  return listPage(
    query,
    page => selectPage(connection, variant, { ...params, ...page }),
    () => {
      if (!isCounted(variant)) return onlyCount(selectSearchCount(connection, variant, params))
      const kept = { progress: query.progress, invoice_state: query.invoicePaid }
      return customer.id === undefined
        ? countRows(connection, 'ticket', kept)
        : countRowsOf(connection, 'ticket', customer.id, kept)
    },
  )
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function ticketPage(variant: TicketListVariant, db: Kysely<Database>, param: Param<PageParams<FilterParams>>) {
  const [column, direction] = orderings[variant.ordering]
  return selectTickets(db)
    .where(conditions(variant, param))
    .orderBy(`ticket.${column}`, direction)
    .orderBy('ticket.id', direction)
    .limit(param('limit'))
    .offset(param('offset'))
}

function isCounted({ words, isOpen, hasWish }: TicketListVariant): boolean {
  return words === 0 && !isOpen && !hasWish
}

/** The count for filters that the tally does not cover. */
export function ticketSearchCount(variant: TicketListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('ticket')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param))
}

const selectPage = preparedVariants<TicketListVariant, PageParams<FilterParams>>()(ticketPage)
const selectSearchCount = preparedVariants<TicketListVariant, FilterParams>()(ticketSearchCount)

/**
 * A list walks an index in its order and filters on the way. Over all customers, where few of many rows may match, the
 * filters have an index in the default order; tickets with an open wish are so few that each is sought.
 */
function conditions(variant: TicketListVariant, param: Param<FilterParams>) {
  const eb = expressionBuilder<Database, 'ticket'>()
  const isWalked = !variant.isScoped && !variant.hasWish && variant.words === 0
  const isUsual = isWalked && variant.ordering.endsWith('updatedAt')
  const progress = isUsual ? eb.ref('ticket.progress') : unindexed<Progress>('ticket.progress')
  const invoiceState =
    isUsual && !variant.hasProgress ? eb.ref('ticket.invoice_state') : unindexed<InvoiceState>('ticket.invoice_state')
  return eb.and([
    ...(variant.isScoped ? [eb('ticket.customer_id', '=', param('customerId'))] : []),
    ...(variant.hasProgress ? [eb(progress, '=', param('progress'))] : []),
    ...(variant.hasInvoiceState ? [eb(invoiceState, '=', param('invoiceState'))] : []),
    // As the partial index `ticket_open` has it.
    ...(variant.isOpen ? [sql<boolean>`ticket.total_cents > ticket.billed_cents`] : []),
    ...(variant.hasWish ? [hasOpenWish()] : []),
    ...withWordsOrCustomers('ticket', variant.words, param),
  ])
}
