import type { Kysely, Transaction } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { energyOverrideList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import type { OverrideRow } from './control-facts.queries.ts'
import { reachedThroughSite } from './energy-site.queries.ts'

export type NamedOverride = OverrideRow & { storage_name: string }

export const overridePages = prepareList(energyOverrideList, {
  table: 'energy_override',
  select: selectNamed,
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('site'),
  // Ids are in the order of creation; the latest first.
  orderings: { usual: { descending: [] } },
  filters: { site: equals('energy_override.site_id', () => true) },
})

/** Overrides of a site, or of all sites in scope. */
export async function listOverrides(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof energyOverrideList>,
): Promise<ListPage<NamedOverride>> {
  return overridePages.read(connection, await reachedThroughSite(connection, scope, query.site), query)
}

/** One override in scope; 404 `not_found`. */
export async function getOverride(connection: Connection, scope: Scope, id: string): Promise<NamedOverride> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  return row
}

/** As `getOverride`, locked until the transaction ends. */
export async function getOverrideToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<NamedOverride> {
  await lockOne(trx, { id })
  return getOverride(trx, scope, id)
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectNamed(db).where('energy_override.id', '=', param('id')),
)
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('energy_override').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)

function selectNamed(db: Kysely<Database>) {
  return db
    .selectFrom('energy_override')
    .innerJoin('energy_storage', 'energy_storage.id', 'energy_override.storage_id')
    .selectAll('energy_override')
    .select('energy_storage.name as storage_name')
}
