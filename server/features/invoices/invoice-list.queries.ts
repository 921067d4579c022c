/** The overview of invoices: one prepared statement per combination of filters, ordering and number of words searched. */
import { type ExpressionBuilder, expressionBuilder, type Kysely, sql } from 'kysely'
import type { InvoiceQuery, InvoiceState } from '#contract/invoices.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { reachedCustomer } from '#server/auth/scope.ts'
import type { Connection, Context } from '#server/context.ts'
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
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import { type InvoiceRow, selectInvoices } from './invoice.queries.ts'

const orderings = {
  issueDate: ['issue_key', 'asc'],
  '-issueDate': ['issue_key', 'desc'],
  dueDate: ['due_key', 'asc'],
  '-dueDate': ['due_key', 'desc'],
  number: ['number_key', 'asc'],
  '-number': ['number_key', 'desc'],
  gross: ['gross_cents', 'asc'],
  '-gross': ['gross_cents', 'desc'],
} as const

export type InvoiceListVariant = {
  isScoped: boolean
  withDrafts: boolean
  hasState: boolean
  paid: 'paid' | 'unpaid' | 'any'
  overdue: 'true' | 'false' | 'any'
  hasDates: boolean
  hasDueDate: boolean
  words: number
  ordering: NonNullable<InvoiceQuery['ordering']>
}

type FilterParams = WordParams & {
  customerId: string
  state: InvoiceState
  today: string
  dateFrom: string
  dateTo: string
  dueDate: string
}

/** The first and the last valid day; the day after the last means "no date" (migration 0013). */
const firstDay = '0000-01-01'
const lastDay = '9999-12-30'

/**
 * Invoices in scope, newest first unless ordered otherwise; drafts without a date before them. Every word of the search
 * begins a word of the invoice or of its customer. `count` is over all pages.
 */
export async function listInvoices(
  connection: Connection,
  { actor, scope }: Pick<Context, 'actor' | 'scope'>,
  query: InvoiceQuery,
  today: string,
): Promise<ListPage<InvoiceRow>> {
  const customer = reachedCustomer(scope, query.customer)
  const words = searchedWords(query.search)
  if (!customer || !words) return { count: 0, rows: [] }
  const variant: InvoiceListVariant = {
    isScoped: customer.id !== undefined,
    withDrafts: isAdmin(actor),
    hasState: query.state !== undefined,
    paid: query.paid ?? 'any',
    overdue: query.overdue ?? 'any',
    hasDates: query.issueDateFrom !== undefined || query.issueDateTo !== undefined,
    hasDueDate: query.dueDate !== undefined,
    words: words.count,
    ordering: query.ordering ?? '-issueDate',
  }
  const params: FilterParams = {
    customerId: customer.id ?? '',
    state: query.state ?? 'issued',
    today,
    dateFrom: query.issueDateFrom ?? firstDay,
    dateTo: query.issueDateTo ?? lastDay,
    dueDate: query.dueDate ?? lastDay,
    ...words.params,
  }
  return listPage(
    query,
    page => selectPage(connection, variant, { ...params, ...page }),
    () => countInvoices(connection, variant, params),
  )
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function invoicePage(variant: InvoiceListVariant, db: Kysely<Database>, param: Param<PageParams<FilterParams>>) {
  const [column, direction] = orderings[variant.ordering]
  return selectInvoices(db)
    .where(conditions(variant, param, 'walks'))
    .orderBy(`invoice.${column}`, direction)
    .orderBy('invoice.id', direction)
    .limit(param('limit'))
    .offset(param('offset'))
}

export function invoiceCount(variant: InvoiceListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('invoice')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param, 'seeks'))
}

const selectPage = preparedVariants<InvoiceListVariant, PageParams<FilterParams>>()(invoicePage)
const selectCount = preparedVariants<InvoiceListVariant, FilterParams>()(invoiceCount)

/**
 * Over all customers the counts are kept; one customer's invoices, and results of a search or a period, are counted.
 */
async function countInvoices(
  connection: Connection,
  variant: InvoiceListVariant,
  params: FilterParams,
): Promise<number> {
  const isKept =
    !variant.isScoped && variant.words === 0 && variant.overdue === 'any' && !variant.hasDates && !variant.hasDueDate
  if (isKept) {
    const isPaid = { any: undefined, paid: '1', unpaid: '0' }[variant.paid]
    const state = variant.hasState ? params.state : undefined
    if (isPaid !== undefined && state !== undefined && state !== 'issued') return 0
    return countRows(connection, 'invoice', { state: isPaid === undefined ? state : 'issued', is_paid: isPaid })
  }
  return onlyCount(selectCount(connection, variant, params))
}

type Invoices = ExpressionBuilder<Database, 'invoice'>

/**
 * A list walks an index in its order and filters on the way; over all customers a filter has an index in the default
 * order. Literals are needed where a partial index has them.
 */
function conditions(variant: InvoiceListVariant, param: Param<FilterParams>, use: 'walks' | 'seeks') {
  const eb: Invoices = expressionBuilder<Database, 'invoice'>()
  const isUsual = variant.ordering.endsWith('issueDate') && !variant.isScoped && variant.words === 0
  // Few are due on one day: only that is searched then.
  const mayChoose = !variant.hasDueDate && (isUsual || (use === 'seeks' && !variant.isScoped && variant.words === 0))
  const state = mayChoose ? eb.ref('invoice.state') : unindexed<InvoiceState>('invoice.state')
  const issued = mayChoose ? sql<boolean>`invoice.state = 'issued'` : sql<boolean>`(invoice.state || '') = 'issued'`
  const isPaid = (value: 0 | 1) =>
    mayChoose ? sql<boolean>`invoice.is_paid = ${sql.lit(value)}` : sql<boolean>`+invoice.is_paid = ${sql.lit(value)}`
  const date =
    variant.ordering.endsWith('issueDate') && !variant.hasDueDate
      ? eb.ref('invoice.issue_key')
      : unindexed('invoice.issue_key')
  const isDueSought = use === 'seeks' || variant.ordering.endsWith('dueDate')
  const due = isDueSought ? eb.ref('invoice.due_key') : unindexed('invoice.due_key')
  const isOverdue = [issued, isPaid(0), eb('invoice.due_date', '<', param('today'))]
  return eb.and([
    ...(variant.isScoped ? [eb('invoice.customer_id', '=', param('customerId'))] : []),
    ...(variant.withDrafts ? [] : [eb(unindexed<InvoiceState>('invoice.state'), '<>', 'draft')]),
    ...(variant.hasState ? [eb(state, '=', param('state'))] : []),
    ...(variant.paid === 'any' ? [] : [issued, isPaid(variant.paid === 'paid' ? 1 : 0)]),
    ...(variant.overdue === 'true' ? isOverdue : []),
    ...(variant.overdue === 'false' ? [eb.not(eb.and(isOverdue))] : []),
    ...(variant.hasDates ? [eb(date, '>=', param('dateFrom')), eb(date, '<=', param('dateTo'))] : []),
    ...(variant.hasDueDate ? [eb(due, '=', param('dueDate'))] : []),
    ...withWordsOrCustomers('invoice', variant.words, param),
  ])
}
