import type { Kysely, Selectable, Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { dnsEndpointQuery } from '#contract/dns-endpoints.ts'
import type { DnsHostnameState, DnsRecordType } from '#contract/dns-fields.ts'
import { dnsEndpointList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { DnsCallTable, DnsEndpointTable } from '#server/database/dns-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { withWordsOrCustomers } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { prepareList } from '#server/database/prepared-list.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

export type StoredEndpoint = Selectable<DnsEndpointTable>
export type EndpointRow = StoredEndpoint & {
  company: string
  first_name: string
  last_name: string
  /** A device only while it belongs to the same customer. */
  own_device_id: string | null
  device_name: string | null
}
export type CallRow = Selectable<DnsCallTable>
type NamedHostname = { id: string; full_name: string; type: DnsRecordType; state: DnsHostnameState }
export type FoundEndpoint = { row: EndpointRow; hostnames: NamedHostname[]; lastCall: CallRow | undefined }

export const endpointPages = prepareList(dnsEndpointList, {
  table: 'dns_endpoint',
  select: selectEndpoints,
  search: withWordsOrCustomers,
  scope: 'customer_id',
  // Ids are in the order of creation.
  orderings: { name: ['name_key'], createdAt: [] },
  filters: {},
  kept: { list: 'dns_endpoint', filters: [], by: () => ({}) },
})

/** Endpoints in scope, with their host names and last calls. */
export async function listEndpoints(
  connection: Connection,
  scope: Scope,
  query: z.output<typeof dnsEndpointQuery>,
): Promise<{ count: number; results: FoundEndpoint[] }> {
  const { count, rows } = await endpointPages.read(connection, reachedCustomer(scope, query.customer), query)
  return { count, results: await withParts(connection, rows) }
}

/** One endpoint in scope; 404 `not_found`. */
export async function getEndpoint(connection: Connection, scope: Scope, id: string): Promise<FoundEndpoint> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  const [found] = await withParts(connection, [row])
  return found ?? { row, hostnames: [], lastCall: undefined }
}

/** As `getEndpoint`, locked until the transaction ends. */
export async function getEndpointToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<FoundEndpoint> {
  await lockOne(trx, { id })
  return getEndpoint(trx, scope, id)
}

/** Calls of an endpoint in scope, newest first; 404 `not_found`. */
export async function listCalls(
  connection: Connection,
  scope: Scope,
  id: string,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<{ count: number; results: CallRow[] }> {
  await getEndpoint(connection, scope, id)
  const [results, [total]] = await Promise.all([
    selectCalls(connection, { id, limit, offset: (page - 1) * limit }),
    countCalls(connection, { id }),
  ])
  return { count: total?.count ?? 0, results }
}

function selectEndpoints(db: Kysely<Database>) {
  return db
    .selectFrom('dns_endpoint')
    .innerJoin('customer', 'customer.id', 'dns_endpoint.customer_id')
    .leftJoin('service', join =>
      join
        .onRef('service.id', '=', 'dns_endpoint.device_id')
        .onRef('service.customer_id', '=', 'dns_endpoint.customer_id'),
    )
    .selectAll('dns_endpoint')
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
    .select(['service.id as own_device_id', 'service.name as device_name'])
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectEndpoints(db).where('dns_endpoint.id', '=', param('id')),
)
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('dns_endpoint').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)
/** At most a hundred of each. */
const selectHostnamesOf = preparedByIds()((db, ids) =>
  db
    .selectFrom('dns_endpoint_hostname')
    .innerJoin('dns_hostname', 'dns_hostname.id', 'dns_endpoint_hostname.hostname_id')
    .select(['dns_endpoint_hostname.endpoint_id', 'dns_hostname.id', 'dns_hostname.full_name'])
    .select(['dns_hostname.type', 'dns_hostname.state'])
    .where('dns_endpoint_hostname.endpoint_id', 'in', ids)
    .orderBy('dns_endpoint_hostname.position')
    .orderBy('dns_hostname.id'),
)
const selectCallsById = preparedByIds()((db, ids) => db.selectFrom('dns_call').selectAll().where('id', 'in', ids))
const selectCalls = prepared<{ id: string; limit: number; offset: number }>()((db, param) =>
  db
    .selectFrom('dns_call')
    .selectAll()
    .where('endpoint_id', '=', param('id'))
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)
const countCalls = prepared<{ id: string }>()((db, param) =>
  db
    .selectFrom('dns_call')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('endpoint_id', '=', param('id')),
)

async function withParts(connection: Connection, rows: readonly EndpointRow[]): Promise<FoundEndpoint[]> {
  const [hostnames, calls] = await Promise.all([
    selectHostnamesOf(
      connection,
      rows.map(row => row.id),
    ),
    selectCallsById(
      connection,
      rows.flatMap(row => row.last_call_id ?? []),
    ),
  ])
  const byEndpoint = Map.groupBy(hostnames, hostname => hostname.endpoint_id)
  return rows.map(row => ({
    row,
    hostnames: byEndpoint.get(row.id) ?? [],
    lastCall: calls.find(call => call.id === row.last_call_id),
  }))
}
