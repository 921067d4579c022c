/** The lists of services: one prepared statement per combination of filters, ordering and number of words searched. */
import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { ServiceState, ServiceType } from '#contract/service-fields.ts'
import type { ServiceQuery } from '#contract/services.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { unindexed } from '#server/database/engine.ts'
import {
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
import { type FoundService, selectServices, withCredentials } from './service.queries.ts'

// Ids are in the order of creation.
const orderings = {
  name: [['name_key', 'id'], 'asc'],
  '-name': [['name_key', 'id'], 'desc'],
  createdAt: [['id'], 'asc'],
  '-createdAt': [['id'], 'desc'],
  type: [['type', 'name_key', 'id'], 'asc'],
  '-type': [['type', 'name_key', 'id'], 'desc'],
  state: [['rank', 'name_key', 'id'], 'asc'],
  '-state': [['rank', 'name_key', 'id'], 'desc'],
} as const

/** What is down comes before everything else; the indexes hold the same expression (migration 0037). */
const rank = sql<number>`(case when service.state = 'problem' then 0 else 1 end)`

export type ServiceListVariant = {
  isScoped: boolean
  hasCollection: boolean
  hasType: boolean
  hasState: boolean
  hasExpiring: boolean
  words: number
  ordering: keyof typeof orderings
}
type FilterParams = WordParams & {
  customerId: string
  collectionId: string
  type: ServiceType
  state: ServiceState
  until: string
}

/**
 * Services in scope, by name unless ordered otherwise. Every word of the search begins a word of the service or of its
 * customer. `count` is over all pages. `certificatesUntil` is the end of the period of `certificate=expiring`.
 */
export async function listServices(
  connection: Connection,
  scope: Scope,
  query: ServiceQuery,
  certificatesUntil = '',
): Promise<{ count: number; results: FoundService[] }> {
  const customer = reachedCustomer(scope, query.customer)
  const words = searchedWords(query.search)
  if (!customer || !words) return { count: 0, results: [] }
  const variant = {
    isScoped: customer.id !== undefined,
    hasCollection: query.collection !== undefined,
    hasType: query.type !== undefined,
    hasState: query.state !== undefined,
    hasExpiring: query.certificate !== undefined,
    words: words.count,
    ordering: query.ordering ?? 'name',
  }
  const params: FilterParams = {
    customerId: customer.id ?? '',
    collectionId: query.collection ?? '',
    type: query.type ?? 'device_service',
    state: query.state ?? 'unknown',
    until: certificatesUntil,
    ...words.params,
  }
  const { count, rows } = await listPage(
    query,
    page => selectPage(connection, variant, { ...params, ...page }),
    () => countServices(connection, variant, params, query),
  )
  return { count, results: await withCredentials(connection, scope, rows) }
}

/** Over all customers the database keeps the counts; one customer's or one collection's are few. */
async function countServices(
  connection: Connection,
  variant: ServiceListVariant,
  params: FilterParams,
  { type, state }: ServiceQuery,
): Promise<number> {
  const isKept = !variant.isScoped && !variant.hasCollection && !variant.hasExpiring && variant.words === 0
  if (isKept) return countRows(connection, 'service', { type, state })
  return onlyCount(selectCount(connection, variant, params))
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function servicePage(variant: ServiceListVariant, db: Kysely<Database>, param: Param<PageParams<FilterParams>>) {
  const ordering = orderingOf(variant)
  const [columns, direction] = orderings[ordering]
  const query = selectServices(db).where(conditions({ ...variant, ordering }, param))
  return columns
    .reduce((done, column) => done.orderBy(column === 'rank' ? rank : sql.ref(`service.${column}`), direction), query)
    .limit(param('limit'))
    .offset(param('offset'))
}

/** Rows of one state are equally urgent. */
function orderingOf({ ordering, hasState }: ServiceListVariant): ServiceListVariant['ordering'] {
  if (!hasState || !ordering.endsWith('state')) return ordering
  return ordering === 'state' ? 'name' : '-name'
}

export function serviceCount(variant: ServiceListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('service')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param))
}

const selectPage = preparedVariants<ServiceListVariant, PageParams<FilterParams>>()(servicePage)
const selectCount = preparedVariants<ServiceListVariant, FilterParams>()(serviceCount)

/**
 * A list walks an index in its order and filters on the way (decision 0016). Sought in the index instead: the
 * collection, which is small; the kind, which comes before each order; the state over all customers in the default
 * order.
 */
function conditions(variant: ServiceListVariant, param: Param<FilterParams>) {
  const eb = expressionBuilder<Database, 'service'>()
  const { isScoped, hasCollection, words, ordering } = variant
  const byName = ordering.endsWith('name') && words === 0 && !hasCollection
  const byId = ordering.endsWith('createdAt') && words === 0 && !hasCollection
  const byNeed = ordering.endsWith('state') && words === 0 && !hasCollection && !isScoped
  const isTypeSought = byName || byNeed || (byId && !isScoped) || (ordering.endsWith('type') && !hasCollection)
  const customer = hasCollection ? unindexed<string>('service.customer_id') : eb.ref('service.customer_id')
  const type = isTypeSought ? eb.ref('service.type') : unindexed<ServiceType>('service.type')
  const state = byName && !isScoped ? eb.ref('service.state') : unindexed<ServiceState>('service.state')
  return eb.and([
    ...(isScoped ? [eb(customer, '=', param('customerId'))] : []),
    ...(hasCollection ? [eb('service.collection_id', '=', param('collectionId'))] : []),
    ...(variant.hasType ? [eb(type, '=', param('type'))] : []),
    ...(variant.hasState ? [eb(state, '=', param('state'))] : []),
    ...(variant.hasExpiring ? [eb('service.id', 'in', expiring(param))] : []),
    ...withWordsOrCustomers('service', variant.words, param),
  ])
}

/** As counted in the summary. */
function expiring(param: Param<FilterParams>) {
  return expressionBuilder<Database, never>()
    .selectFrom('website_service')
    .select('website_service.service_id')
    .where('website_service.certificate_expires_at', '<=', param('until'))
    .where('website_service.is_watched', '=', 1)
}
