/**
 * Who uses this browser, and what is theirs. A user counts as logged in when the customer list holds at least one entry.
 * A plain store, so that the look-up starts before React is there; components read it with `useSession`.
 */
import { accounts, type CurrentSession } from '#contract/accounts.ts'
import { type Customer, customers } from '#contract/customers.ts'
import { call } from './api.ts'
import type { OwnServices } from './own-services.ts'

export type SessionState = OwnServices & {
  /** The record of whose data the customer portal shows; for an admin the business's own. */
  readonly customer: Customer | null
  /** True until the first look-up has ended, whichever way it went. */
  readonly customerLoading: boolean
  /** True while the three lists of the customer's services load; false whichever way they went. */
  readonly servicesLoading: boolean
  readonly isLoggedIn: boolean
  readonly user: CurrentSession['user']
  /** Set while an admin looks at the portal as a customer. */
  readonly asUser: CurrentSession['asUser']
}

const noServices = {
  applicationServices: null,
  deviceServices: null,
  websiteServices: null,
  servicesLoadedAtMs: 0,
  servicesLoading: false,
}
const visitor: SessionState = {
  ...noServices,
  customer: null,
  customerLoading: false,
  isLoggedIn: false,
  user: null,
  asUser: null,
}

let state: SessionState = { ...visitor, customerLoading: true }
const listeners = new Set<() => void>()

export function readSession(): SessionState {
  return state
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Asks the server who is here. Never fails: whoever cannot be found is a visitor. Call it after login and 'as user'.
 * It ends with the customer; the lists of services, which a visitor has none of, come later by themselves.
 */
export async function lookUpSession(): Promise<void> {
  const found = await currentState().catch(() => visitor)
  setState(found)
  if (found.servicesLoading) void loadServices(found)
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
  const servicesLoading = customer !== null
  return { ...noServices, servicesLoading, customer, customerLoading: false, isLoggedIn: true, user, asUser }
}

/** An admin's list begins with anybody. */
async function findCustomer(id: string | null | undefined): Promise<Customer | null> {
  if (!id) return null
  return call(customers.get, { params: { id }, silent: true }).catch(() => null)
}

/** Adds the services to what was found, unless somebody else is here by then. */
async function loadServices(found: SessionState): Promise<void> {
  const services = await import('./own-services.ts')
    .then(({ loadOwnServices }) => loadOwnServices(found.customer?.id ?? ''))
    .catch(() => noServices)
  if (state === found) setState({ ...found, ...services, servicesLoading: false })
}

function setState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}
