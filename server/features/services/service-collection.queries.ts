import { expressionBuilder, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ServiceCollectionQuery } from '#contract/service-collections.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { ServiceCollectionTable, ServiceTable } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import {
  listPage,
  onlyCount,
  type PageParams,
  searchedWords,
  type WordParams,
  withWords,
} from '#server/database/list-page.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import { preparedByIds, preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'

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
type FilterParams = WordParams & { customerId: string }

/** Collections in scope, by name unless ordered otherwise, with their services. */
export async function listCollections(
  connection: Connection,
  scope: Scope,
  query: ServiceCollectionQuery,
): Promise<{ count: number; results: FoundCollection[] }> {
  const customer = reachedCustomer(scope, query.customer)
  const words = searchedWords(query.search)
  if (!customer || !words) return { count: 0, results: [] }
  const variant = { isScoped: customer.id !== undefined, words: words.count, ordering: query.ordering ?? 'name' }
  const params: FilterParams = { customerId: customer.id ?? '', ...words.params }
  const isKept = !variant.isScoped && variant.words === 0
  const { count, rows } = await listPage(
    query,
    page => selectPage(connection, variant, { ...params, ...page }),
    () =>
      isKept ? countRows(connection, 'service_collection', {}) : onlyCount(selectCount(connection, variant, params)),
  )
  return { count, results: await withServices(connection, rows) }
}

/** One collection in scope; 404 `not_found`. */
export async function getCollection(connection: Connection, scope: Scope, id: string): Promise<FoundCollection> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isInScope(scope, row)) throw new AppError('not_found')
  const [found] = await withServices(connection, [row])
  return found ?? { row, services: [] }
}

/** As `getCollection`, locked until the transaction ends. */
export async function getCollectionToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<FoundCollection> {
  await lockOne(trx, { id })
  return getCollection(trx, scope, id)
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function collectionPage(
  variant: CollectionListVariant,
  db: Kysely<Database>,
  param: Param<PageParams<FilterParams>>,
) {
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

const selectPage = preparedVariants<CollectionListVariant, PageParams<FilterParams>>()(collectionPage)
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
    ...withWords('service_collection', variant.words, param),
  ])
}

function isInScope(scope: Scope, row: Pick<StoredCollection, 'customer_id'>): boolean {
  const own = scopedCustomerId(scope)
  return own === null || own === row.customer_id
}
