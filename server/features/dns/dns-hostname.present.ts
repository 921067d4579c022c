import type { DnsChange, DnsHostname } from '#contract/dns-hostnames.ts'
import type { Actor } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { hostnamePermissionsOf } from './dns.policy.ts'
import { canRemoveRecords } from './dns.rules.ts'
import { type ChangeRow, type FoundHostname, foundValuesOf } from './dns-hostname.queries.ts'

export function presentHostname(actor: Actor, { row, endpoints }: FoundHostname): DnsHostname {
  const foundValues = foundValuesOf(row)
  return {
    id: row.id,
    hostname: row.name,
    fullName: row.full_name,
    type: row.type,
    source: row.source,
    suffix: row.suffix,
    domain: { id: row.domain_id, domain: row.domain },
    customer: { id: row.customer_id, name: displayNameOf(row) },
    endpoints,
    value: row.value,
    ttl: row.ttl,
    state: row.state,
    lastUpdate: row.last_update_at,
    verifiedAt: row.verified_at,
    verifiedBy: row.verified_by,
    reportedAt: row.reported_at,
    foundValues,
    failure: row.failure === null ? null : { kind: row.failure, detail: row.failure_detail },
    nextAttemptAt: row.next_attempt_at,
    permissions: hostnamePermissionsOf(actor, {
      ...row,
      foundValues,
      hasRemovableRecord: row.last_update_at !== null && canRemoveRecords(row.domain_type),
    }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function presentChange(row: ChangeRow): DnsChange {
  return {
    id: row.id,
    at: row.at,
    cause: row.cause,
    event: row.event,
    value: row.value,
    failure: row.failure === null ? null : { kind: row.failure, detail: row.failure_detail },
  }
}
