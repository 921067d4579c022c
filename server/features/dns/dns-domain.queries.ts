import type { Kysely, Selectable, Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { dnsDomainQuery } from '#contract/dns-domains.ts'
import type { DnsOptions } from '#contract/dns-fields.ts'
import { dnsDomainList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { DnsDomainTable } from '#server/database/dns-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { withWordsOrCustomers } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

export type StoredDomain = Selectable<DnsDomainTable>
export type DomainRow = StoredDomain & { company: string; first_name: string; last_name: string }
export type FoundDomain = { row: DomainRow; hostnamesCount: number }

export const domainPages = prepareList(dnsDomainList, {
  table: 'dns_domain',
  select: selectDomains,
  search: withWordsOrCustomers,
  scope: 'customer_id',
  // Ids are in the order of creation.
  orderings: { domain: ['domain'], createdAt: [] },
  filters: { type: equals('dns_domain.type') },
  kept: { list: 'dns_domain', filters: ['type'], by: ({ type }) => ({ type }) },
})

/** Domains in scope, with the number of their host names. */
export async function listDomains(
  connection: Connection,
  scope: Scope,
  query: z.output<typeof dnsDomainQuery>,
): Promise<{ count: number; results: FoundDomain[] }> {
  const { count, rows } = await domainPages.read(connection, reachedCustomer(scope, query.customer), query)
  return { count, results: await withCounts(connection, rows) }
}

/** One domain in scope; 404 `not_found`. */
export async function getDomain(connection: Connection, scope: Scope, id: string): Promise<FoundDomain> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  const [found] = await withCounts(connection, [row])
  return found ?? { row, hostnamesCount: 0 }
}

/** As `getDomain`, locked until the transaction ends. */
export async function getDomainToChange(trx: Transaction<Database>, scope: Scope, id: string): Promise<FoundDomain> {
  await lockOne(trx, { id })
  return getDomain(trx, scope, id)
}

export function optionsOf({ options }: Pick<StoredDomain, 'options'>): DnsOptions {
  // Written by `dns-domain.commands.ts` only.
  return JSON.parse(options) as DnsOptions
}

export function nameServersOfRow({ name_servers }: Pick<StoredDomain, 'name_servers'>): string[] {
  return JSON.parse(name_servers) as string[]
}

function selectDomains(db: Kysely<Database>) {
  return db
    .selectFrom('dns_domain')
    .innerJoin('customer', 'customer.id', 'dns_domain.customer_id')
    .selectAll('dns_domain')
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
}

const selectOne = prepared<{ id: string }>()((db, param) => selectDomains(db).where('dns_domain.id', '=', param('id')))
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('dns_domain').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)
const selectCounts = preparedByIds()((db, ids) =>
  db
    .selectFrom('dns_hostname')
    .select(['domain_id', eb => eb.fn.countAll<number>().as('count')])
    .where('domain_id', 'in', ids)
    .groupBy('domain_id'),
)

async function withCounts(connection: Connection, rows: readonly DomainRow[]): Promise<FoundDomain[]> {
  const counts = await selectCounts(
    connection,
    rows.map(row => row.id),
  )
  return rows.map(row => ({ row, hostnamesCount: counts.find(({ domain_id }) => domain_id === row.id)?.count ?? 0 }))
}
