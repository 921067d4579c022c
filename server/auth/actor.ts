import type { Role } from '#contract/accounts.ts'
import { AppError } from '#server/app-error.ts'

/** Who is asking. Made only from a session row (or by the program itself), never from the request's own words. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly username: string
      /** First and last name, else the user name: what the audit log shows. */
      readonly name: string
      readonly role: Role
      readonly customerId: string | null
      readonly sessionId: string
      /** Hash of the token the session was found by: not its current one where that has been renewed meanwhile. */
      readonly tokenHash?: string
      /** Set while an admin looks at the portal as a customer: reads see that customer, writes are refused. */
      readonly impersonation: Impersonation | null
      /** An admin without the second factor that the portal demands of admins: until it is set up, a customer. */
      readonly lacksSecondFactor?: boolean
    }
  | { readonly kind: 'program'; readonly name: string }

/** Whose portal an admin looks at, and until when (an instant). */
export type Impersonation = { readonly customerId: string; readonly customerName: string; readonly until: string }

export type UserActor = Extract<Actor, { kind: 'user' }>

export const visitor: Actor = { kind: 'visitor' }

/** Whose doing it is when nobody asked: a check, a job. */
export const portalItself: Actor = { kind: 'program', name: 'portal' }

/** The person who asks. `access` has let only users in where this is called; the type does not know. */
export function userOf({ actor }: { readonly actor: Actor }): UserActor {
  if (actor.kind !== 'user') throw new AppError('session.required')
  return actor
}

/** The role that counts for access: an admin looking as a customer is a customer, as is one who lacks a second factor. */
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

/** Whether an admin looks at the portal as a customer: reads see that customer, nothing can be changed. */
export function isImpersonating(actor: Actor): boolean {
  return actor.kind === 'user' && actor.impersonation !== null
}
