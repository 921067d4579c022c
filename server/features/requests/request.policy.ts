/**
 * Permissions of an actor on visible requests: a customer changes them until they are answered. While impersonating,
 * nothing.
 */
import type { Request, RequestState } from '#contract/requests.ts'
import { type Actor, effectiveRole, isAdmin, isImpersonating } from '#server/auth/actor.ts'

export function canChangeRequest(actor: Actor, { state }: { state: RequestState }): boolean {
  if (isAdmin(actor)) return true
  return effectiveRole(actor) === 'customer' && !isImpersonating(actor) && state === 'open'
}

export function canAnswerRequest(actor: Actor, { state }: { state: RequestState }): boolean {
  return isAdmin(actor) && state === 'open'
}

export function requestPermissionsOf(actor: Actor, request: { state: RequestState }): Request['permissions'] {
  const permissions: Request['permissions'] = []
  if (canChangeRequest(actor, request)) permissions.push('update', 'delete')
  if (canAnswerRequest(actor, request)) permissions.push('accept', 'decline')
  if (effectiveRole(actor) !== 'visitor' && !isImpersonating(actor)) permissions.push('download')
  return permissions
}
