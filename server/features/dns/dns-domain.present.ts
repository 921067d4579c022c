import type { DnsDomain, DnsDomainCheck } from '#contract/dns-domains.ts'
import type { Actor } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { domainPermissionsOf } from './dns.policy.ts'
import { ttlMinOf } from './dns.rules.ts'
import { type FoundDomain, nameServersOfRow, optionsOf } from './dns-domain.queries.ts'

export function presentDomain(actor: Actor, { row, hostnamesCount }: FoundDomain): DnsDomain {
  const options = optionsOf(row)
  const hasKey = row.sealed_api_key !== null
  return {
    id: row.id,
    domain: row.domain,
    type: row.type,
    customer: { id: row.customer_id, name: displayNameOf(row) },
    options,
    nameServers: nameServersOfRow(row),
    hasApiKey: hasKey,
    ttlMin: ttlMinOf({ ...row, options }),
    hostnamesCount,
    // Written by the check only.
    lastCheck: row.last_check === null ? null : (JSON.parse(row.last_check) as DnsDomainCheck),
    failure: row.failure === null ? null : { kind: row.failure, detail: row.failure_detail },
    failingSince: row.failing_since,
    permissions: domainPermissionsOf(actor, { hasKey }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
