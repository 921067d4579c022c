import { isImpersonating, type UserActor } from '#server/auth/actor.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Change } from '#server/realtime/realtime-change.ts'

/** Whether somebody is notified of a change: rows they could not read do not exist for them. */
export function canHear({ actor, scope }: { actor: UserActor; scope: Scope }, change: Change): boolean {
  if (scope.customers === 'all' || change.audience === 'everybody') return true
  switch (change.audience) {
    case 'admins':
      return false
    case 'customer':
      return scope.customers !== 'none' && change.customerId === scope.customers.id
    case 'user':
      return change.subjectId === actor.userId && !isImpersonating(actor)
  }
}

/** Whether a session still is the one a stream was opened for: another view, or a new token, is another stream. */
export function isSameView(one: UserActor, other: UserActor): boolean {
  return (
    one.tokenHash === other.tokenHash &&
    one.role === other.role &&
    one.lacksSecondFactor === other.lacksSecondFactor &&
    one.customerId === other.customerId &&
    one.impersonation?.customerId === other.impersonation?.customerId
  )
}
