import type { DnsCall, DnsEndpoint } from '#contract/dns-endpoints.ts'
import type { Actor } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { endpointPermissionsOf } from './dns.policy.ts'
import type { CallRow, FoundEndpoint } from './dns-endpoint.queries.ts'

export function presentEndpoint(actor: Actor, { row, hostnames, lastCall }: FoundEndpoint, now: Date): DnsEndpoint {
  const until = row.previous_token_until
  return {
    id: row.id,
    name: row.name,
    customer: { id: row.customer_id, name: displayNameOf(row) },
    hostnames: hostnames.map(({ id, full_name, type, state }) => ({ id, fullName: full_name, type, state })),
    requestTemplate: row.request_template,
    router: row.router,
    isActive: row.is_active === 1,
    device: row.own_device_id === null ? null : { id: row.own_device_id, name: row.device_name ?? '' },
    userName: row.user_name,
    hasToken: row.token_hash !== null,
    previousTokenUntil: until !== null && until > instantText(now) ? until : null,
    lastCall: lastCall === undefined ? null : presentCall(lastCall),
    permissions: endpointPermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function presentCall(row: CallRow): DnsCall {
  return {
    id: row.id,
    at: row.at,
    address: row.address,
    userAgent: row.user_agent,
    request: row.request,
    ipv4: row.ipv4,
    ipv6: row.ipv6,
    prefix: row.prefix,
    // Written by the call only.
    hints: JSON.parse(row.hints) as DnsCall['hints'],
    status: row.status,
    answer: row.answer,
    calls: row.calls,
  }
}
