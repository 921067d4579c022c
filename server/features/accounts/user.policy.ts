import type { SecondFactorState, User } from '#contract/users.ts'
import { type Actor, isAdmin, isImpersonating } from '#server/auth/actor.ts'

type Subject = { id: string; is_active: 0 | 1; password_hash: string | null; second_factor: SecondFactorState }

/** The fields a customer may change in their own record. */
export const ownFields = ['firstName', 'lastName', 'email'] as const

/** Nobody changes their own role and activity: no lock-out and no self-promotion. */
export function canChangeRole(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && !isSelf(actor, user)
}

export function canDeleteUser(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && !isSelf(actor, user)
}

/** Another user's address is changed at once; the own one only with the password and a link to the new one. */
export function canChangeEmail(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && !isSelf(actor, user)
}

/** For a user who has lost phone and codes; the own one is turned off in the settings, with a code. */
export function canResetSecondFactor(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && !isSelf(actor, user) && user.second_factor !== 'off'
}

function canInviteUser(actor: Actor, user: Subject): boolean {
  return isAdmin(actor) && user.is_active === 1 && user.password_hash === null
}

/** A user in scope may be changed, by an admin in all fields, by others in the own ones; not in an impersonation. */
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
