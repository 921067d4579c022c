/** The overview of requests: one prepared statement per combination of filters, ordering and number of words searched. */
import { expressionBuilder, type Kysely } from 'kysely'
import type { RequestPriority, RequestQuery, RequestState } from '#contract/requests.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { unindexed } from '#server/database/engine.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import { wordRanges } from '#server/database/search-terms.ts'
import { type RequestRow, selectRequests } from '#server/features/requests/queries.ts'

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

type FilterParams = {
  customerId: string
  state: RequestState
  priority: RequestPriority
  [word: `from${number}` | `to${number}`]: string
}
type PageParams = FilterParams & { limit: number; offset: number }
type Param<P> = <K extends keyof P>(name: K) => P[K]

/**
 * Requests in reach, newest change first unless ordered otherwise. Every word of the search begins a word of the request
 * or of its customer. `count` is over all pages.
 */
export async function listRequests(
  connection: Connection,
  scope: Scope,
  query: RequestQuery,
): Promise<{ count: number; rows: RequestRow[] }> {
  const own = scopedCustomerId(scope)
  const isForeign = own !== null && query.customer !== undefined && query.customer !== own
  const ranges = query.search?.trim() ? wordRanges(query.search) : []
  const findsNothing = query.search?.trim() && ranges.length === 0
  if (isForeign || findsNothing) return { count: 0, rows: [] }

  const customerId = own ?? query.customer
  const variant = {
    isScoped: customerId !== undefined,
    hasState: query.state !== undefined,
    hasPriority: query.priority !== undefined,
    words: ranges.length,
    ordering: query.ordering ?? '-updatedAt',
  }
  const params: FilterParams = {
    customerId: customerId ?? '',
    state: query.state ?? 'open',
    priority: query.priority ?? 'medium',
  }
  ranges.forEach(({ from, to }, index) => {
    params[`from${index}`] = from
    params[`to${index}`] = to
  })
  const offset = (query.page - 1) * query.page_size
  const rows = await selectPage(connection, variant, { ...params, limit: query.page_size, offset })
  const isLastPage = rows.length < query.page_size && (rows.length > 0 || offset === 0)
  if (isLastPage) return { count: offset + rows.length, rows }
  return { count: await countMatching(connection, variant, params, query), rows }
}

/** Over all customers the database keeps the counts; one customer's are few, and a search is counted as it is found. */
async function countMatching(
  connection: Connection,
  variant: RequestListVariant,
  params: FilterParams,
  { state, priority }: RequestQuery,
): Promise<number> {
  if (!variant.isScoped && variant.words === 0) return countRows(connection, 'request', { state, priority })
  const [total] = await selectCount(connection, variant, params)
  return total?.count ?? 0
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function requestPage(variant: RequestListVariant, db: Kysely<Database>, param: Param<PageParams>) {
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

const selectPage = preparedVariants<RequestListVariant, PageParams>()(requestPage)
const selectCount = preparedVariants<RequestListVariant, FilterParams>()(requestCount)

/**
 * A list walks an index in its order and filters on the way. Over all customers, where few of many rows may match, the
 * filters have an index in the usual order.
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
    ...Array.from({ length: variant.words }, (_, index) =>
      eb('request.id', 'in', requestsWithWord(param(`from${index}`), param(`to${index}`))),
    ),
  ])
}

function requestsWithWord(from: string, to: string) {
  const eb = expressionBuilder<Database, never>()
  return eb
    .selectFrom('search_term')
    .select('subject_id as id')
    .where('kind', '=', 'request')
    .where('term', '>=', from)
    .where('term', '<', to)
    .union(
      eb
        .selectFrom('search_term')
        .innerJoin('request as of_customer', 'of_customer.customer_id', 'search_term.subject_id')
        .select('of_customer.id')
        .where('search_term.kind', '=', 'customer')
        .where('search_term.term', '>=', from)
        .where('search_term.term', '<', to),
    )
}
