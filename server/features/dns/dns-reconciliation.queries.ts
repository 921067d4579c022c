import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import type { StoredDomain } from './dns-domain.queries.ts'
import type { StoredHostname } from './dns-hostname.queries.ts'

const selectDueDomains = prepared<{ now: string; limit: number }>()((db, param) =>
  db
    .selectFrom('dns_hostname')
    .select('domain_id')
    .where('next_attempt_at', '<=', param('now'))
    .groupBy('domain_id')
    .orderBy(eb => eb.fn.min('next_attempt_at'))
    .limit(param('limit')),
)

const selectDue = prepared<{ domainId: string; now: string; limit: number }>()((db, param) =>
  db
    .selectFrom('dns_hostname')
    .selectAll()
    .where('domain_id', '=', param('domainId'))
    .where('next_attempt_at', '<=', param('now'))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(param('limit')),
)

const selectWanted = prepared<{ domainId: string }>()((db, param) =>
  db.selectFrom('dns_hostname').selectAll().where('domain_id', '=', param('domainId')).where('value', '<>', ''),
)

const selectDomain = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('dns_domain').selectAll().where('id', '=', param('id')),
)

const selectWrittenSince = prepared<{ hostnameId: string; since: string }>()((db, param) =>
  db
    .selectFrom('dns_change')
    .select('value')
    .where('hostname_id', '=', param('hostnameId'))
    .where('event', 'in', ['wanted', 'written'])
    .where('at', '>=', param('since')),
)

/** Domains with host names that are due, the longest waiting first. */
export async function listDueDomains(connection: Connection, now: string, limit: number): Promise<string[]> {
  return (await selectDueDomains(connection, { now, limit })).map(row => row.domain_id)
}

export function listDueHostnames(
  connection: Connection,
  domainId: string,
  { now, limit }: { now: string; limit: number },
): Promise<StoredHostname[]> {
  return selectDue(connection, { domainId, now, limit })
}

/** Host names with a wanted address, at most `dnsHostnamesMax`. */
export function listWantedHostnames(connection: Connection, domainId: string): Promise<StoredHostname[]> {
  return selectWanted(connection, { domainId })
}

export async function findStoredDomain(connection: Connection, id: string): Promise<StoredDomain | undefined> {
  const [row] = await selectDomain(connection, { id })
  return row
}

/** Addresses of the portal itself, wanted or written since then. */
export async function listOwnAddresses(connection: Connection, hostnameId: string, since: string): Promise<string[]> {
  return (await selectWrittenSince(connection, { hostnameId, since })).map(row => row.value)
}
