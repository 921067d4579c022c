/** Permissions of an actor on visible links. While impersonating, nothing may be changed. */
import type { CustomerLink, CustomerLinkPage } from '#contract/customer-links.ts'
import { type Actor, effectiveRole, isImpersonating } from '#server/auth/actor.ts'

function canChangeLinks(actor: Actor): boolean {
  return effectiveRole(actor) !== 'visitor' && !isImpersonating(actor)
}

export function linkPermissionsOf(actor: Actor): CustomerLink['permissions'] {
  return canChangeLinks(actor) ? ['update', 'delete'] : []
}

export function linkListPermissionsOf(actor: Actor): CustomerLinkPage['permissions'] {
  return canChangeLinks(actor) ? ['create', 'reorder'] : []
}
