import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { energySiteList } from '#contract/lists.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { EnergySiteTable } from '#server/database/energy-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { withWordsOrCustomers } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, finds, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'

export type SiteRow = Selectable<EnergySiteTable> & { company: string; first_name: string; last_name: string }

/** Each word of the search is one of the site or of its customer. Sites that were never heard sort before all others. */
export const sitePages = prepareList(energySiteList, {
  table: 'energy_site',
  select: selectSites,
  search: withWordsOrCustomers,
  scope: 'customer_id',
  orderings: {
    name: ['name_key'],
    // Ids are in the order of creation.
    createdAt: [],
    lastReadingAt: ['last_reading_at'],
  },
  filters: {
    state: equals('energy_site.state'),
    control: equals('energy_site.control'),
    alarms: finds(
      'energy_site_with_alarms',
      () =>
        sql`energy_site.id in (select id from energy_site as alarming where alarming.alarms > 0 group by alarms, id)`,
    ),
  },
})

export function listSites(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof energySiteList>,
): Promise<ListPage<SiteRow>> {
  return sitePages.read(connection, reachedCustomer(scope, query.customer), query)
}

/** One site in scope; 404 `not_found`. */
export async function getSite(connection: Connection, scope: Scope, id: string): Promise<SiteRow> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  return row
}

/** As `getSite`, locked until the transaction ends. */
export async function getSiteToChange(trx: Transaction<Database>, scope: Scope, id: string): Promise<SiteRow> {
  await lockOne(trx, { id })
  return getSite(trx, scope, id)
}

/** The customer of a site that a body names, locked; 422 `reference.unknown`. */
export async function demandSite(trx: Transaction<Database>, id: string): Promise<string> {
  await lockOne(trx, { id })
  const [site] = await selectOne(trx, { id })
  if (site === undefined) throw invalidField('siteId', 'reference.unknown')
  return site.customer_id
}

/** A site in scope that a body names, locked; 422 `reference.unknown`. */
export async function demandOwnSite(trx: Transaction<Database>, scope: Scope, id: string): Promise<SiteRow> {
  await lockOne(trx, { id })
  const [site] = await selectOne(trx, { id })
  const own = scopedCustomerId(scope)
  if (site === undefined || (own !== null && own !== site.customer_id)) {
    throw invalidField('siteId', 'reference.unknown')
  }
  return site
}

/**
 * The customer whose channels or storages a list contains, for one site or for all in scope; null for a site outside
 * the scope.
 */
export async function reachedThroughSite(
  connection: Connection,
  scope: Scope,
  siteId: string | undefined,
): Promise<{ id: string | undefined } | null> {
  const reached = reachedCustomer(scope, undefined)
  if (siteId === undefined) return reached
  const [site] = await selectOne(connection, { id: siteId })
  const own = scopedCustomerId(scope)
  return site !== undefined && (own === null || own === site.customer_id) ? reached : null
}

/** Keys of all sites with a token that the operator's broker can check. */
export function listBrokerUsers(connection: Connection): Promise<{ key: string | null; broker_hash: string | null }[]> {
  return connection
    .selectFrom('energy_site')
    .select(['key', 'broker_hash'])
    .where('broker_hash', 'is not', null)
    .orderBy('key')
    .execute()
}

const selectOne = prepared<{ id: string }>()((db, param) => selectSites(db).where('energy_site.id', '=', param('id')))
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('energy_site').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)

function selectSites(db: Kysely<Database>) {
  return db
    .selectFrom('energy_site')
    .innerJoin('customer', 'customer.id', 'energy_site.customer_id')
    .selectAll('energy_site')
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
}
