import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { energyStorageList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { EnergyStorageTable } from '#server/database/energy-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import { reachedThroughSite } from './energy-site.queries.ts'

export type StorageRow = Selectable<EnergyStorageTable>

export const storagePages = prepareList(energyStorageList, {
  table: 'energy_storage',
  select: (db: Kysely<Database>) => db.selectFrom('energy_storage').selectAll(),
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('site'),
  // Ids are in the order of creation.
  orderings: { usual: [] },
  filters: { site: equals('energy_storage.site_id', () => true) },
})

/** Storages of a site, or of all sites in scope. */
export async function listStorages(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof energyStorageList>,
): Promise<ListPage<StorageRow>> {
  return storagePages.read(connection, await reachedThroughSite(connection, scope, query.site), query)
}

/** One storage in scope; 404 `not_found`. */
export async function getStorage(connection: Connection, scope: Scope, id: string): Promise<StorageRow> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  return row
}

/** As `getStorage`, locked until the transaction ends. */
export async function getStorageToChange(trx: Transaction<Database>, scope: Scope, id: string): Promise<StorageRow> {
  await lockOne(trx, { id })
  return getStorage(trx, scope, id)
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('energy_storage').selectAll().where('id', '=', param('id')),
)
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('energy_storage').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)
