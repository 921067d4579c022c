import { type Actor, effectiveRole } from './actor.ts'

declare const minted: unique symbol

/**
 * The customers whose rows may be read. Branded and created only here: a query cannot be called without going through
 * the session. A row outside the scope does not exist (404).
 */
export type Scope = { readonly customers: 'all' | 'none' | { readonly id: string } } & { readonly [minted]: true }

export function scopeOf(actor: Actor): Scope {
  if (effectiveRole(actor) === 'admin') return mint('all')
  if (actor.kind !== 'user') return mint('none')
  const customerId = actor.impersonation?.customerId ?? actor.customerId
  return mint(customerId === null ? 'none' : { id: customerId })
}

function mint(customers: Scope['customers']): Scope {
  // The brand exists only in the type: this is the only place that adds it.
  return { customers } as Scope
}

/** The one customer of the scope: its id, `null` for all; an id no row has where nothing may be read. */
export function scopedCustomerId(scope: Scope): string | null {
  if (scope.customers === 'all') return null
  return scope.customers === 'none' ? 'none' : scope.customers.id
}

/**
 * The customer filter of a list that asks for one customer or, with `undefined`, for all in scope; null where it asks
 * for a customer outside it.
 */
export function reachedCustomer(scope: Scope, asked: string | undefined): { id: string | undefined } | null {
  const own = scopedCustomerId(scope)
  if (own === null) return { id: asked }
  return asked === undefined || asked === own ? { id: own } : null
}
