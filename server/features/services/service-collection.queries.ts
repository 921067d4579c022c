import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { collectionList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { ServiceCollectionTable, ServiceTable } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { prepareList } from '#server/database/prepared-list.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

export type StoredCollection = Selectable<ServiceCollectionTable>
type CollectionRow = StoredCollection & { company: string; first_name: string; last_name: string }
type ServiceInCollection = Pick<ServiceTable, 'id' | 'type' | 'name' | 'state'> & {
  collection_id: string | null
  silent_at: string | null
}
export type FoundCollection = { row: CollectionRow; services: ServiceInCollection[] }

/** Each word of the search starts a word of the collection, or is a part of one. */
export const collectionPages = prepareList(collectionList, {
  table: 'service_collection',
  select: selectCollections,
  scope: 'customer_id',
  // Ids are in the order of creation.
  orderings: { name: ['name_key'], createdAt: [] },
  filters: {},
  kept: { list: 'service_collection', filters: [], by: () => ({}) },
})

/** Collections in scope, by name unless ordered otherwise, with their services. */
export async function listCollections(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof collectionList>,
): Promise<{ count: number; results: FoundCollection[] }> {
  const { count, rows } = await collectionPages.read(connection, reachedCustomer(scope, query.customer), query)
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

function isInScope(scope: Scope, row: Pick<StoredCollection, 'customer_id'>): boolean {
  const own = scopedCustomerId(scope)
  return own === null || own === row.customer_id
}
