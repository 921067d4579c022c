import { expressionBuilder, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ServiceCollectionQuery } from '#contract/service-collections.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedByIds, preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import type { ServiceCollectionTable, ServiceTable } from '#server/database/schema-services.ts'
import { wordRanges } from '#server/database/search-terms.ts'

export type StoredCollection = Selectable<ServiceCollectionTable>
type CollectionRow = StoredCollection & { company: string; first_name: string; last_name: string }
type ServiceInCollection = Pick<ServiceTable, 'id' | 'type' | 'name' | 'state'> & {
  collection_id: string | null
  silent_at: string | null
}
export type FoundCollection = { row: CollectionRow; services: ServiceInCollection[] }

const orderings = {
  name: [['name_key', 'id'], 'asc'],
  '-name': [['name_key', 'id'], 'desc'],
  createdAt: [['id'], 'asc'],
  '-createdAt': [['id'], 'desc'],
} as const

export type CollectionListVariant = { isScoped: boolean; words: number; ordering: keyof typeof orderings }
type FilterParams = { customerId: string; [word: `from${number}` | `to${number}`]: string }
type PageParams = FilterParams & { limit: number; offset: number }
type Param<P> = <K extends keyof P>(name: K) => P[K]

/** Collections in reach, by name unless ordered otherwise, with their services. */
export async function listCollections(
  connection: Connection,
  scope: Scope,
  query: ServiceCollectionQuery,
): Promise<{ count: number; results: FoundCollection[] }> {
  const own = scopedCustomerId(scope)
  const isForeign = own !== null && query.customer !== undefined && query.customer !== own
  const ranges = query.search?.trim() ? wordRanges(query.search) : []
  if (isForeign || (query.search?.trim() && ranges.length === 0)) return { count: 0, results: [] }

  const customerId = own ?? query.customer
  const variant = {
    isScoped: customerId !== undefined,
    words: ranges.length,
    ordering: query.ordering ?? 'name',
  }
  const params: FilterParams = { customerId: customerId ?? '' }
  ranges.forEach(({ from, to }, index) => {
    params[`from${index}`] = from
    params[`to${index}`] = to
  })
  const offset = (query.page - 1) * query.page_size
  const rows = await selectPage(connection, variant, { ...params, limit: query.page_size, offset })
  const results = await withServices(connection, rows)
  const isLastPage = rows.length < query.page_size && (rows.length > 0 || offset === 0)
  if (isLastPage) return { count: offset + rows.length, results }
  if (!variant.isScoped && variant.words === 0) {
    return { count: await countRows(connection, 'service_collection', {}), results }
  }
  const [total] = await selectCount(connection, variant, params)
  return { count: total?.count ?? 0, results }
}

/** One collection in reach; 404 `not_found`. */
export async function getCollection(connection: Connection, scope: Scope, id: string): Promise<FoundCollection> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isInScope(scope, row)) throw new AppError('not_found')
  const [found] = await withServices(connection, [row])
  return found ?? { row, services: [] }
}

/** As `getCollection`; it stays as it is until the transaction ends. */
export async function getCollectionToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<FoundCollection> {
  await lockOne(trx, { id })
  return getCollection(trx, scope, id)
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function collectionPage(variant: CollectionListVariant, db: Kysely<Database>, param: Param<PageParams>) {
  const [columns, direction] = orderings[variant.ordering]
  const query = selectCollections(db).where(conditions(variant, param))
  return columns
    .reduce((done, column) => done.orderBy(`service_collection.${column}`, direction), query)
    .limit(param('limit'))
    .offset(param('offset'))
}

export function collectionCount(variant: CollectionListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('service_collection')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(conditions(variant, param))
}

const selectPage = preparedVariants<CollectionListVariant, PageParams>()(collectionPage)
const selectCount = preparedVariants<CollectionListVariant, FilterParams>()(collectionCount)
const selectOne = prepared<{ id: string }>()((db, param) =>
  selectCollections(db).where('service_collection.id', '=', param('id')),
)
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('service_collection').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)

/** At most a hundred in each. */
const selectServicesOf = preparedByIds()((db, ids) =>
  db
    .selectFrom('service')
    .leftJoin('application_service', 'application_service.service_id', 'service.id')
    .select([
      'service.id',
      'service.type',
      'service.name',
      'service.state',
      'service.collection_id',
      'application_service.silent_at',
    ])
    .where('service.collection_id', 'in', ids)
    .orderBy('service.collection_id')
    .orderBy('service.name_key')
    .orderBy('service.id'),
)

async function withServices(connection: Connection, rows: readonly CollectionRow[]): Promise<FoundCollection[]> {
  const services = await selectServicesOf(
    connection,
    rows.map(row => row.id),
  )
  const byCollection = Map.groupBy(services, service => service.collection_id)
  return rows.map(row => ({ row, services: byCollection.get(row.id) ?? [] }))
}

function selectCollections(db: Kysely<Database>) {
  return db
    .selectFrom('service_collection')
    .innerJoin('customer', 'customer.id', 'service_collection.customer_id')
    .selectAll('service_collection')
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
}

function conditions(variant: CollectionListVariant, param: Param<FilterParams>) {
  const eb = expressionBuilder<Database, 'service_collection'>()
  return eb.and([
    ...(variant.isScoped ? [eb('service_collection.customer_id', '=', param('customerId'))] : []),
    ...Array.from({ length: variant.words }, (_, index) =>
      eb(
        'service_collection.id',
        'in',
        eb
          .selectFrom('search_term')
          .select('subject_id')
          .where('kind', '=', 'service_collection')
          .where('term', '>=', param(`from${index}`))
          .where('term', '<', param(`to${index}`)),
      ),
    ),
  ])
}

function isInScope(scope: Scope, row: Pick<StoredCollection, 'customer_id'>): boolean {
  const own = scopedCustomerId(scope)
  return own === null || own === row.customer_id
}
