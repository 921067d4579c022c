import type { Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { DnsRows } from './dns-rows.ts'
import { insertAll, termRows } from './insert-rows.ts'

/** The rows of the DNS updater, with their search terms. */
export async function insertDns(trx: Transaction<Database>, rows: DnsRows): Promise<void> {
  await insertAll(trx, 'dns_domain', rows.domains)
  await insertAll(trx, 'dns_hostname', rows.hostnames)
  await insertAll(trx, 'dns_endpoint', rows.endpoints)
  await insertAll(trx, 'dns_endpoint_hostname', rows.memberships)
  await insertAll(trx, 'dns_call', rows.calls)
  await insertAll(trx, 'dns_change', rows.changes)
  await insertAll(trx, 'search_term', [
    ...rows.domains.flatMap(({ id, domain }) => termRows('dns_domain', id, [domain])),
    ...rows.hostnames.flatMap(({ id, full_name: name }) => termRows('dns_hostname', id, [name])),
    ...rows.endpoints.flatMap(({ id, name }) => termRows('dns_endpoint', id, [name])),
  ])
}
