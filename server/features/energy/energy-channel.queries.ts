import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { energyChannelList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { EnergyChannelTable } from '#server/database/energy-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import { demandSite, reachedThroughSite } from './energy-site.queries.ts'

export type ChannelRow = Selectable<EnergyChannelTable>

export const channelPages = prepareList(energyChannelList, {
  table: 'energy_channel',
  select: (db: Kysely<Database>) => db.selectFrom('energy_channel').selectAll(),
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('site'),
  // Ids are in the order of creation.
  orderings: { usual: [] },
  filters: { site: equals('energy_channel.site_id', () => true) },
})

/** Channels of a site, or of all sites in scope. */
export async function listChannels(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof energyChannelList>,
): Promise<ListPage<ChannelRow>> {
  return channelPages.read(connection, await reachedThroughSite(connection, scope, query.site), query)
}

/** One channel in scope; 404 `not_found`. */
export async function getChannel(connection: Connection, scope: Scope, id: string): Promise<ChannelRow> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  return row
}

/** As `getChannel`, locked until the transaction ends. Its site is locked first, as when readings are stored. */
export async function getChannelToChange(trx: Transaction<Database>, scope: Scope, id: string): Promise<ChannelRow> {
  const { site_id } = await getChannel(trx, scope, id)
  await demandSite(trx, site_id)
  await lockOne(trx, { id })
  return getChannel(trx, scope, id)
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('energy_channel').selectAll().where('id', '=', param('id')),
)
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('energy_channel').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)
