/**
 * Who uses this browser, and what is theirs. A user counts as logged in when the customer list holds at least one entry.
 * A plain store, so that the look-up starts before React is there; components read it with `useSession`.
 */
import { accounts, type CurrentSession } from '#contract/accounts.ts'
import { type Customer, customers } from '#contract/customers.ts'
import { call } from '#web/lib/api/api-client.ts'
import { isRefusal, NetworkError, ProblemError } from '#web/lib/api/api-error.ts'
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
  readonly impersonation: CurrentSession['impersonation']
  /** Somebody is logged in, and why it could not be found out who: `user` and `customer` are null then. */
  readonly failure: ProblemError | NetworkError | null
  /** How amounts of work stand before whoever this is; null for a visitor. */
  readonly prices: CurrentSession['prices']
}

/** Somebody who waits longer for the answer who they are is better off with a way to ask again. */
const answerWithinMs = 8_000

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
  impersonation: null,
  failure: null,
  prices: null,
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
 * Asks the server who is here. Never fails: where the customer list fails, whoever is here counts as a visitor; where the
 * list says that somebody is logged in and the rest fails, the state holds the failure. Call it after login and 'as user'.
 * It ends with the customer; the lists of services, which a visitor has none of, come later by themselves.
 */
export async function lookUpSession(): Promise<void> {
  const found = await currentState()
  setState(found)
  if (found.servicesLoading) void loadServices(found)
}

/** From now on a visitor, without asking: after logout, and when the server no longer knows the session. */
export function forgetSession(): void {
  setState(visitor)
}

async function currentState(): Promise<SessionState> {
  const query = { page: 1, page_size: 1 }
  const list = await call(customers.list, { query, silent: true, isLookUp: true }).catch(() => undefined)
  if (!list || list.count === 0) return visitor
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), answerWithinMs)
  try {
    return await loggedInState(list.results, late.signal)
  } catch (error) {
    return stateAfter(error)
  } finally {
    clearTimeout(timer)
  }
}

async function loggedInState(listed: readonly Customer[], signal: AbortSignal): Promise<SessionState> {
  const { user, impersonation, prices } = await call(accounts.session, { silent: true, signal })
  const customerId = impersonation?.customerId ?? user?.customerId
  const customer = listed.find(candidate => candidate.id === customerId) ?? (await findCustomer(customerId, signal))
  const servicesLoading = customer !== null
  return { ...visitor, servicesLoading, customer, isLoggedIn: true, user, impersonation, prices }
}

/** An admin's list begins with anybody. */
async function findCustomer(id: string | null | undefined, signal: AbortSignal): Promise<Customer | null> {
  if (!id) return null
  return call(customers.get, { params: { id }, silent: true, signal }).catch(error => {
    if (error instanceof ProblemError && error.status === 404) return null
    throw error
  })
}

/** A refusal means that the session has ended since the list came; the call has led to the login page. */
function stateAfter(error: unknown): SessionState {
  if (error instanceof ProblemError && isRefusal(error.status)) return visitor
  const failure = error instanceof ProblemError ? error : asNetworkError(error)
  return { ...visitor, isLoggedIn: true, failure }
}

/** An answer that was given up counts as none. */
function asNetworkError(error: unknown): NetworkError {
  return error instanceof NetworkError ? error : new NetworkError(error, false)
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
