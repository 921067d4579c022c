import type { SecondFactorState, User } from '#contract/users.ts'
import { type Actor, isAdmin, isImpersonating } from '#server/auth/actor.ts'

type Subject = { id: string; is_active: 0 | 1; password_hash: string | null; second_factor: SecondFactorState }

/** The fields a customer may change of the own record. */
export const ownFields = ['firstName', 'lastName', 'email'] as const

/** Role and activity are never one's own to change: nobody locks himself out or raises himself. */
export function canChangeRole(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && !isSelf(actor, user)
}

export function canDeleteUser(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && !isSelf(actor, user)
}

/** Another's address is changed at once; one's own only with the password and a link to the new one. */
export function canChangeEmail(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && !isSelf(actor, user)
}

/** For somebody who has lost phone and codes; one's own is turned off in the settings, with a code. */
export function canResetSecondFactor(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && !isSelf(actor, user) && user.second_factor !== 'off'
}

function canInviteUser(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && user.is_active === 1 && user.password_hash === null
}

/** Whoever reaches a user may change it, an admin in all fields, others in the own ones; not in a customer's view. */
export function userPermissionsOf(actor: Actor, user: Subject): User['permissions'] {
  return [
    ...(isImpersonating(actor) ? [] : ['update' as const]),
    ...(canDeleteUser(actor, user) ? ['delete' as const] : []),
    ...(canInviteUser(actor, user) ? ['invite' as const] : []),
    ...(canChangeRole(actor, user) ? ['changeRole' as const] : []),
    ...(canChangeEmail(actor, user) ? ['changeEmail' as const] : []),
    ...(canResetSecondFactor(actor, user) ? ['resetSecondFactor' as const] : []),
  ]
}

function isSelf(actor: Actor, user: { id: string }): boolean {
  return actor.kind === 'user' && actor.userId === user.id
}
