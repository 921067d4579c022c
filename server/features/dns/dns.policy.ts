/** Permissions of an actor on visible rows of the DNS updater. While impersonating, nothing may be changed. */
import type { DnsDomain } from '#contract/dns-domains.ts'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import { type Actor, effectiveRole, isImpersonating } from '#server/auth/actor.ts'

function canChangeDns(actor: Actor): boolean {
  return effectiveRole(actor) !== 'visitor' && !isImpersonating(actor)
}

export function domainPermissionsOf(actor: Actor, { hasKey }: { hasKey: boolean }): DnsDomain['permissions'] {
  if (!canChangeDns(actor)) return []
  return ['update', 'delete', 'setApiKey', ...(hasKey ? (['check'] as const) : [])]
}

type Differing = {
  readonly state: DnsHostname['state']
  readonly value: string
  readonly foundValues: readonly string[]
  /** The provider has accepted one, and can remove it. */
  readonly hasRemovableRecord: boolean
}

/** Values of others are adopted or overwritten by a person, never silently replaced. */
export function hostnamePermissionsOf(actor: Actor, row: Differing): DnsHostname['permissions'] {
  if (!canChangeDns(actor)) return []
  const permissions: DnsHostname['permissions'] = ['update', 'delete']
  if (row.hasRemovableRecord) permissions.push('removeRecord')
  if (row.value !== '' && row.state !== 'differs') permissions.push('updateNow')
  if (row.state === 'differs') {
    if (row.foundValues.length === 1) permissions.push('adopt')
    permissions.push('overwrite')
  }
  return permissions
}

export function endpointPermissionsOf(actor: Actor): DnsEndpoint['permissions'] {
  return canChangeDns(actor) ? ['update', 'delete', 'makeToken'] : []
}
