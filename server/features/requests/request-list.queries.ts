/** The overview of requests: one prepared statement per combination of filters, ordering and number of words searched. */
import { expressionBuilder, type Kysely } from 'kysely'
import type { RequestPriority, RequestQuery, RequestState } from '#contract/requests.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
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
import { type RequestRow, selectRequests } from './request.queries.ts'

const orderings = {
  number: ['number_key', 'asc'],
  '-number': ['number_key', 'desc'],
  title: ['title_key', 'asc'],
  '-title': ['title_key', 'desc'],
  priority: ['priority_rank', 'asc'],
  '-priority': ['priority_rank', 'desc'],
  createdAt: ['created_at', 'asc'],
  '-createdAt': ['created_at', 'desc'],
  updatedAt: ['updated_at', 'asc'],
  '-updatedAt': ['updated_at', 'desc'],
} as const

export type RequestListVariant = {
  isScoped: boolean
  hasState: boolean
  hasPriority: boolean
  words: number
  ordering: NonNullable<RequestQuery['ordering']>
}

type FilterParams = WordParams & {
  customerId: string
  state: RequestState
  priority: RequestPriority
}

/**
 * Requests in scope, newest change first unless ordered otherwise. Every word of the search begins a word of the
 * request or of its customer. `count` is over all pages.
 */
export async function listRequests(
  connection: Connection,
  scope: Scope,
  query: RequestQuery,
): Promise<ListPage<RequestRow>> {
  const customer = reachedCustomer(scope, query.customer)
  const words = searchedWords(query.search)
  if (!customer || !words) return { count: 0, rows: [] }
  const variant = {
    isScoped: customer.id !== undefined,
    hasState: query.state !== undefined,
    hasPriority: query.priority !== undefined,
    words: words.count,
    ordering: query.ordering ?? '-updatedAt',
  }
  const params: FilterParams = {
    customerId: customer.id ?? '',
    state: query.state ?? 'open',
    priority: query.priority ?? 'medium',
    ...words.params,
  }
  return listPage(
    query,
    page => selectPage(connection, variant, { ...params, ...page }),
    () => countMatching(connection, variant, params, query),
  )
}

/** Over all customers the database keeps the counts; one customer's are few, and search results are counted. */
async function countMatching(
  connection: Connection,
  variant: RequestListVariant,
  params: FilterParams,
  { state, priority }: RequestQuery,
): Promise<number> {
  if (!variant.isScoped && variant.words === 0) return countRows(connection, 'request', { state, priority })
  return onlyCount(selectCount(connection, variant, params))
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function requestPage(variant: RequestListVariant, db: Kysely<Database>, param: Param<PageParams<FilterParams>>) {
  const [column, direction] = orderings[variant.ordering]
  return selectRequests(db)
    .where(conditions(variant, param))
    .orderBy(`request.${column}`, direction)
    .orderBy('request.id', direction)
    .limit(param('limit'))
    .offset(param('offset'))
}

export function requestCount(variant: RequestListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('request')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param))
}

const selectPage = preparedVariants<RequestListVariant, PageParams<FilterParams>>()(requestPage)
const selectCount = preparedVariants<RequestListVariant, FilterParams>()(requestCount)

/**
 * A list walks an index in its order and filters on the way. Over all customers, where few of many rows may match, the
 * filters have an index in the default order.
 */
function conditions(variant: RequestListVariant, param: Param<FilterParams>) {
  const eb = expressionBuilder<Database, 'request'>()
  const isUsual = variant.ordering.endsWith('updatedAt') && !variant.isScoped && variant.words === 0
  const state = isUsual ? eb.ref('request.state') : unindexed<RequestState>('request.state')
  const priority =
    isUsual && !variant.hasState ? eb.ref('request.priority') : unindexed<RequestPriority>('request.priority')
  return eb.and([
    ...(variant.isScoped ? [eb('request.customer_id', '=', param('customerId'))] : []),
    ...(variant.hasState ? [eb(state, '=', param('state'))] : []),
    ...(variant.hasPriority ? [eb(priority, '=', param('priority'))] : []),
    ...withWordsOrCustomers('request', variant.words, param),
  ])
}
