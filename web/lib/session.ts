/**
 * Who uses this browser. A user counts as logged in when the customer list holds at least one entry.
 * A plain store, so that the look-up starts before React is there; components read it with `useSession`.
 */
import { accounts, type CurrentSession } from '#contract/accounts.ts'
import { type Customer, customers } from '#contract/customers.ts'
import { call } from './api.ts'

export type SessionState = {
  /** The record of whose data the customer portal shows; for an admin the business's own. */
  readonly customer: Customer | null
  /** True until the first look-up has ended, whichever way it went. */
  readonly customerLoading: boolean
  readonly isLoggedIn: boolean
  readonly user: CurrentSession['user']
  /** Set while an admin looks at the portal as a customer. */
  readonly asUser: CurrentSession['asUser']
}

const visitor: SessionState = { customer: null, customerLoading: false, isLoggedIn: false, user: null, asUser: null }

let state: SessionState = { ...visitor, customerLoading: true }
const listeners = new Set<() => void>()

export function readSession(): SessionState {
  return state
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the server who is here. Never fails: whoever cannot be found is a visitor. Call it after login and 'as user'. */
export async function lookUpSession(): Promise<void> {
  setState(await currentState().catch(() => visitor))
}

/** From now on a visitor, without asking: after logout, and when the server no longer knows the session. */
export function forgetSession(): void {
  setState(visitor)
}

async function currentState(): Promise<SessionState> {
  const list = await call(customers.list, { query: { page: 1, page_size: 1 }, silent: true })
  if (list.count === 0) return visitor
  const { user, asUser } = await call(accounts.session, { silent: true })
  const customerId = asUser?.customerId ?? user?.customerId
  const customer = list.results.find(candidate => candidate.id === customerId) ?? (await findCustomer(customerId))
  return { customer, customerLoading: false, isLoggedIn: true, user, asUser }
}

/** An admin's list begins with anybody. */
async function findCustomer(id: string | null | undefined): Promise<Customer | null> {
  if (!id) return null
  return call(customers.get, { params: { id }, silent: true }).catch(() => null)
}

function setState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}
