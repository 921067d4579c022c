import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { DnsProviderType } from '#contract/dns-fields.ts'
import type { dnsHostnameQuery } from '#contract/dns-hostnames.ts'
import { dnsHostnameList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { DnsChangeTable, DnsHostnameTable } from '#server/database/dns-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { withWordsOrCustomers } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, finds, prepareList } from '#server/database/prepared-list.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

export type StoredHostname = Selectable<DnsHostnameTable>
export type HostnameRow = StoredHostname & {
  domain: string
  domain_type: DnsProviderType
  company: string
  first_name: string
  last_name: string
}
export type FoundHostname = { row: HostnameRow; endpoints: { id: string; name: string }[] }
export type ChangeRow = DnsChangeTable

export const hostnamePages = prepareList(dnsHostnameList, {
  table: 'dns_hostname',
  select: selectHostnames,
  search: withWordsOrCustomers,
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('domain'),
  // Ids are in the order of creation.
  orderings: { hostname: ['full_name'], createdAt: [] },
  filters: {
    state: equals('dns_hostname.state'),
    domain: finds('dns_hostname_of_domain', id => sql`dns_hostname.domain_id = ${id}`),
  },
  kept: { list: 'dns_hostname', filters: ['state'], by: ({ state }) => ({ state }) },
})

/** Host names in scope, with their endpoints. */
export async function listHostnames(
  connection: Connection,
  scope: Scope,
  query: z.output<typeof dnsHostnameQuery>,
): Promise<{ count: number; results: FoundHostname[] }> {
  const { count, rows } = await hostnamePages.read(connection, reachedCustomer(scope, query.customer), query)
  return { count, results: await withEndpoints(connection, rows) }
}

/** One host name in scope; 404 `not_found`. */
export async function getHostname(connection: Connection, scope: Scope, id: string): Promise<FoundHostname> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  const [found] = await withEndpoints(connection, [row])
  return found ?? { row, endpoints: [] }
}

/** As `getHostname`, locked until the transaction ends. */
export async function getHostnameToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<FoundHostname> {
  await lockOne(trx, { id })
  return getHostname(trx, scope, id)
}

/** Changes of a host name in scope, newest first; 404 `not_found`. */
export async function listChanges(
  connection: Connection,
  scope: Scope,
  id: string,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<{ count: number; results: ChangeRow[] }> {
  await getHostname(connection, scope, id)
  const results = await selectChanges(connection, { id, limit, offset: (page - 1) * limit })
  const [total] = await countChanges(connection, { id })
  return { count: total?.count ?? 0, results }
}

export function foundValuesOf({ found_values }: Pick<StoredHostname, 'found_values'>): string[] {
  // Written by the reconciliation only.
  return JSON.parse(found_values) as string[]
}

function selectHostnames(db: Kysely<Database>) {
  return db
    .selectFrom('dns_hostname')
    .innerJoin('dns_domain', 'dns_domain.id', 'dns_hostname.domain_id')
    .innerJoin('customer', 'customer.id', 'dns_hostname.customer_id')
    .selectAll('dns_hostname')
    .select([
      'dns_domain.domain',
      'dns_domain.type as domain_type',
      'customer.company',
      'customer.first_name',
      'customer.last_name',
    ])
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectHostnames(db).where('dns_hostname.id', '=', param('id')),
)
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('dns_hostname').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)
const selectEndpointsOf = preparedByIds()((db, ids) =>
  db
    .selectFrom('dns_endpoint_hostname')
    .innerJoin('dns_endpoint', 'dns_endpoint.id', 'dns_endpoint_hostname.endpoint_id')
    .select(['dns_endpoint_hostname.hostname_id', 'dns_endpoint.id', 'dns_endpoint.name'])
    .where('dns_endpoint_hostname.hostname_id', 'in', ids)
    .orderBy('dns_endpoint.name_key')
    .orderBy('dns_endpoint.id'),
)
const selectChanges = prepared<{ id: string; limit: number; offset: number }>()((db, param) =>
  db
    .selectFrom('dns_change')
    .selectAll()
    .where('hostname_id', '=', param('id'))
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)
const countChanges = prepared<{ id: string }>()((db, param) =>
  db
    .selectFrom('dns_change')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('hostname_id', '=', param('id')),
)

async function withEndpoints(connection: Connection, rows: readonly HostnameRow[]): Promise<FoundHostname[]> {
  const endpoints = await selectEndpointsOf(
    connection,
    rows.map(row => row.id),
  )
  const byHostname = Map.groupBy(endpoints, endpoint => endpoint.hostname_id)
  return rows.map(row => ({ row, endpoints: (byHostname.get(row.id) ?? []).map(({ id, name }) => ({ id, name })) }))
}
