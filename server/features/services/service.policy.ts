/** Permissions of an actor on visible services, and their parts. Customers read. */
import type { ServiceCredential } from '#contract/service-credentials.ts'
import type { ServiceType } from '#contract/service-fields.ts'
import type { Service } from '#contract/services.ts'
import { type Actor, isAdmin, isImpersonating } from '#server/auth/actor.ts'

/** Services with a login have accounts. */
export function canHaveCredentials(type: ServiceType): boolean {
  return type !== 'application_service'
}

export function servicePermissionsOf(actor: Actor, type: ServiceType): Service['permissions'] {
  if (!isAdmin(actor)) return []
  const permissions: Service['permissions'] = ['update', 'delete']
  if (canHaveCredentials(type)) permissions.push('addCredential')
  if (type === 'website_service') permissions.push('checkNow')
  if (type === 'application_service') permissions.push('makeHeartbeatToken')
  return permissions
}

/**
 * Everybody who sees a credential may see its password: customers do not see staff-only ones. Not while impersonating.
 */
export function credentialPermissionsOf(
  actor: Actor,
  { sealed_password }: { sealed_password: string | null },
): ServiceCredential['permissions'] {
  const permissions: ServiceCredential['permissions'] = isAdmin(actor) ? ['update', 'setPassword', 'delete'] : []
  if (sealed_password !== null && !isImpersonating(actor)) permissions.push('reveal')
  return permissions
}

/** Of a collection. */
export function partPermissionsOf(actor: Actor): ('update' | 'delete')[] {
  return isAdmin(actor) ? ['update', 'delete'] : []
}
