/** Permissions of an actor on visible customers. While impersonating, nothing may be changed. */
import type { Customer } from '#contract/customers.ts'
import { type Actor, effectiveRole, isAdmin, isImpersonating } from '#server/auth/actor.ts'

export type CustomerHistory = {
  /** By a record of any kind: tickets, requests, invoices, users, services, host names, sites. */
  isKept: boolean
  erasedAt: string | null
}

function canUpdateContact(actor: Actor): boolean {
  return effectiveRole(actor) !== 'visitor' && !isImpersonating(actor)
}

/** The whole record, also fields the customer cannot change: rate, VAT number, note. */
function canUpdateAll(actor: Actor): boolean {
  return isAdmin(actor)
}

export function canReadNote(actor: Actor): boolean {
  return isAdmin(actor)
}

/** Only a customer without references can be deleted; all others have a history that must stay readable. */
export function canDeleteCustomer(actor: Actor, { isKept }: Pick<CustomerHistory, 'isKept'>): boolean {
  return isAdmin(actor) && !isKept
}

export function customerPermissionsOf(actor: Actor, history: CustomerHistory): Customer['permissions'] {
  const permissions: Customer['permissions'] = []
  // Only invoices are left, and they are not changed.
  if (history.erasedAt) return permissions
  if (canUpdateContact(actor)) permissions.push('update')
  if (canUpdateAll(actor)) permissions.push('updateAll')
  if (canDeleteCustomer(actor, history)) permissions.push('delete')
  if (isAdmin(actor) && actor.kind === 'user') permissions.push('impersonate', 'createTicket')
  return permissions
}
