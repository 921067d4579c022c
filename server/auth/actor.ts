import type { Role } from '#contract/accounts.ts'
import { AppError } from '#server/app-error.ts'

/** The caller of a request. Created only from a session row (or by the program itself), never from request data. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly username: string
      /** First and last name, else the user name: shown in the audit log. */
      readonly name: string
      readonly role: Role
      readonly customerId: string | null
      readonly sessionId: string
      /** Hash of the token that found the session: not its current one if that has been renewed meanwhile. */
      readonly tokenHash?: string
      /** Set while an admin views the portal as a customer: reads see that customer, writes are refused. */
      readonly impersonation: Impersonation | null
      /**
       * An admin without the second factor that the portal requires of admins: treated as a customer until it is set
       * up.
       */
      readonly lacksSecondFactor?: boolean
    }
  | { readonly kind: 'program'; readonly name: string }

/** The impersonated customer, and the end of the impersonation (an instant). */
export type Impersonation = { readonly customerId: string; readonly customerName: string; readonly until: string }

export type UserActor = Extract<Actor, { kind: 'user' }>

export const visitor: Actor = { kind: 'visitor' }

/** The actor when no person triggered the action: a check, a job. */
export const portalItself: Actor = { kind: 'program', name: 'portal' }

/** The calling user. `access` has admitted only users where this is called; the type does not know. */
export function userOf({ actor }: { readonly actor: Actor }): UserActor {
  if (actor.kind !== 'user') throw new AppError('session.required')
  return actor
}

/** The role for access checks: an impersonating admin is a customer, as is an admin who lacks a second factor. */
export function effectiveRole(actor: Actor): 'visitor' | Role {
  switch (actor.kind) {
    case 'visitor':
      return 'visitor'
    case 'program':
      return 'admin'
    case 'user':
      return actor.impersonation || actor.lacksSecondFactor ? 'customer' : actor.role
  }
}

export function isAdmin(actor: Actor): boolean {
  return effectiveRole(actor) === 'admin'
}

/** Whether an admin views the portal as a customer: reads see that customer, nothing can be changed. */
export function isImpersonating(actor: Actor): boolean {
  return actor.kind === 'user' && actor.impersonation !== null
}
