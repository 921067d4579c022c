/** Permissions of an actor on visible rows of the DNS updater. While impersonating, nothing may be changed. */
import type { DnsDomain } from '#contract/dns-domains.ts'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import { type Actor, effectiveRole, isImpersonating } from '#server/auth/actor.ts'

function canChangeDns(actor: Actor): boolean {
  return effectiveRole(actor) !== 'visitor' && !isImpersonating(actor)
}

export function domainPermissionsOf(actor: Actor): DnsDomain['permissions'] {
  return canChangeDns(actor) ? ['update', 'delete', 'setApiKey'] : []
}

export function hostnamePermissionsOf(actor: Actor): DnsHostname['permissions'] {
  return canChangeDns(actor) ? ['update', 'delete'] : []
}

export function endpointPermissionsOf(actor: Actor): DnsEndpoint['permissions'] {
  return canChangeDns(actor) ? ['update', 'delete', 'makeToken'] : []
}
