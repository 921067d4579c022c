import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import type { StoredDomain } from './dns-domain.queries.ts'
import type { StoredHostname } from './dns-hostname.queries.ts'
import type { DueDomain, OwnChange } from './dns-reconciliation.rules.ts'

const selectDueDomains = prepared<{ now: string; limit: number }>()((db, param) =>
  db
    .selectFrom(hostnames =>
      hostnames
        .selectFrom('dns_hostname')
        .select(({ fn }) => ['domain_id', fn.min('next_attempt_at').as('due_at')])
        .where('next_attempt_at', '<=', param('now'))
        .groupBy('domain_id')
        .orderBy('due_at')
        .limit(param('limit'))
        .as('due'),
    )
    .innerJoin('dns_domain', 'dns_domain.id', 'due.domain_id')
    .select(['dns_domain.id', 'dns_domain.customer_id as customerId'])
    .orderBy('due.due_at'),
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

const selectPause = prepared<{ domainId: string; now: string }>()((db, param) =>
  db
    .selectFrom('dns_hostname')
    .select(({ fn }) => fn.max('next_attempt_at').as('until'))
    .where('domain_id', '=', param('domainId'))
    .where('failure', '=', 'limit')
    // Those that are tried daily by now wait longer than the provider has asked for.
    .where('state', '=', 'retrying')
    .where('next_attempt_at', '>', param('now')),
)

const selectWanted = prepared<{ domainId: string }>()((db, param) =>
  db.selectFrom('dns_hostname').selectAll().where('domain_id', '=', param('domainId')).where('value', '<>', ''),
)

const selectDomain = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('dns_domain').selectAll().where('id', '=', param('id')),
)

const selectOwnSince = prepared<{ hostnameId: string; since: string }>()((db, param) =>
  db
    .selectFrom('dns_change')
    .select(['at', 'event', 'value'])
    .where('hostname_id', '=', param('hostnameId'))
    .where('event', 'in', ['wanted', 'written'])
    .where('at', '>=', param('since'))
    .orderBy('at')
    .$narrowType<OwnChange>(),
)

const selectUnknownSince = prepared<{ hostnameId: string; since: string }>()((db, param) =>
  db
    .selectFrom('dns_change')
    .select('id')
    .where('hostname_id', '=', param('hostnameId'))
    .where('event', '=', 'failed')
    .where('failure', '=', 'unknown')
    .where('at', '>', param('since'))
    .limit(1),
)

const selectWantedBefore = prepared<{ hostnameId: string; since: string }>()((db, param) =>
  db
    .selectFrom('dns_change')
    .select(['at', 'event', 'value'])
    .where('hostname_id', '=', param('hostnameId'))
    .where('event', '=', 'wanted')
    .where('at', '<', param('since'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<OwnChange>(),
)

/** Domains with host names that are due, the longest waiting first. */
export function listDueDomains(connection: Connection, now: string, limit: number): Promise<DueDomain[]> {
  return selectDueDomains(connection, { now, limit })
}

export function listDueHostnames(
  connection: Connection,
  domainId: string,
  { now, limit }: { now: string; limit: number },
): Promise<StoredHostname[]> {
  return selectDue(connection, { domainId, now, limit })
}

/** Until then the provider takes no writes: it has asked for a pause, for any host name of the domain. */
export async function findPause(connection: Connection, domainId: string, now: string): Promise<string | undefined> {
  const [row] = await selectPause(connection, { domainId, now })
  return row?.until ?? undefined
}

/** Host names with a wanted address, at most `dnsHostnamesMax`. */
export function listWantedHostnames(connection: Connection, domainId: string): Promise<StoredHostname[]> {
  return selectWanted(connection, { domainId })
}

export async function findStoredDomain(connection: Connection, id: string): Promise<StoredDomain | undefined> {
  const [row] = await selectDomain(connection, { id })
  return row
}

/** Whether a write since then has had no answer: it may still land. */
export async function hasUnknownWrite(connection: Connection, hostnameId: string, since: string): Promise<boolean> {
  return (await selectUnknownSince(connection, { hostnameId, since })).length > 0
}

/** The values that the portal wanted or wrote since then, and the one wanted at that time; the oldest first. */
export async function listOwnChanges(connection: Connection, hostnameId: string, since: string): Promise<OwnChange[]> {
  const before = await selectWantedBefore(connection, { hostnameId, since })
  return [...before, ...(await selectOwnSince(connection, { hostnameId, since }))]
}
