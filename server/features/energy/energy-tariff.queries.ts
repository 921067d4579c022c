import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { energyTariffList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { EnergyTariffTable } from '#server/database/energy-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import { reachedThroughSite } from './energy-site.queries.ts'

export type TariffRow = Selectable<EnergyTariffTable>

export const tariffPages = prepareList(energyTariffList, {
  table: 'energy_tariff',
  select: (db: Kysely<Database>) => db.selectFrom('energy_tariff').selectAll(),
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('site'),
  orderings: { validFrom: ['valid_from'] },
  filters: { site: equals('energy_tariff.site_id', () => true) },
})

/** Tariffs of a site, or of all sites in scope. */
export async function listTariffs(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof energyTariffList>,
): Promise<ListPage<TariffRow>> {
  return tariffPages.read(connection, await reachedThroughSite(connection, scope, query.site), query)
}

/** One tariff in scope; 404 `not_found`. */
export async function getTariff(connection: Connection, scope: Scope, id: string): Promise<TariffRow> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  return row
}

/** As `getTariff`, locked until the transaction ends. */
export async function getTariffToChange(trx: Transaction<Database>, scope: Scope, id: string): Promise<TariffRow> {
  await lockOne(trx, { id })
  return getTariff(trx, scope, id)
}

/** All tariffs of a site that is in scope already, the earliest first. */
export function listTariffHistory(connection: Connection, siteId: string): Promise<TariffRow[]> {
  return selectHistory(connection, { siteId })
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('energy_tariff').selectAll().where('id', '=', param('id')),
)
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('energy_tariff').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)
const selectHistory = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_tariff').selectAll().where('site_id', '=', param('siteId')).orderBy('valid_from'),
)
