/**
 * The current user and their data. A user is logged in if the customer list has at least one entry. A plain store, so
 * that the lookup starts before React; components read it with `useSession`.
 */
import { accounts, type CurrentSession } from '#contract/accounts.ts'
import { type Customer, customers } from '#contract/customers.ts'
import { call } from '#web/lib/api/api-client.ts'
import { isRefusal, NetworkError, ProblemError } from '#web/lib/api/api-error.ts'
import type { OwnServices } from './own-services.ts'

export type SessionState = OwnServices & {
  /** The customer whose data the customer portal shows; for an admin the business's own record. */
  readonly customer: Customer | null
  /** True until the first lookup has ended, successful or not. */
  readonly customerLoading: boolean
  /** True while the three lists of the customer's services load; false afterwards, even if they failed. */
  readonly servicesLoading: boolean
  readonly isLoggedIn: boolean
  readonly user: CurrentSession['user']
  /** Set during an impersonation. */
  readonly impersonation: CurrentSession['impersonation']
  /** Why a logged-in user's account could not be loaded: `user` and `customer` are null then. */
  readonly failure: ProblemError | NetworkError | null
  /** How amounts of work are displayed to the user; null for a visitor. */
  readonly prices: CurrentSession['prices']
}

/** After this time a retry button serves the user better than further waiting. */
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
 * Looks up the current user. Never fails: if the customer list fails, the user counts as a visitor; if the list proves a
 * login and the rest fails, the state contains the failure. Call it after a login and after the start of an impersonation.
 * It resolves with the customer; the lists of services, which visitors do not have, load afterwards.
 */
export async function lookUpSession(): Promise<void> {
  const found = await currentState()
  setState(found)
  if (found.servicesLoading) void loadServices(found)
}

/** Makes the user a visitor without a request: after logout, and when the server no longer knows the session. */
export function forgetSession(): void {
  setState(visitor)
}

async function currentState(): Promise<SessionState> {
  const query = { page: 1, page_size: 1 }
  const list = await call(customers.list, { query, silent: true, isSessionLookup: true }).catch(() => undefined)
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

/** An admin's list may start with any customer. */
async function findCustomer(id: string | null | undefined, signal: AbortSignal): Promise<Customer | null> {
  if (!id) return null
  return call(customers.get, { params: { id }, silent: true, signal }).catch(error => {
    if (error instanceof ProblemError && error.status === 404) return null
    throw error
  })
}

/** A refusal means that the session has ended since the list was loaded; the call has redirected to the login page. */
function stateAfter(error: unknown): SessionState {
  if (error instanceof ProblemError && isRefusal(error.status)) return visitor
  const failure = error instanceof ProblemError ? error : asNetworkError(error)
  return { ...visitor, isLoggedIn: true, failure }
}

/** A cancelled answer counts as none. */
function asNetworkError(error: unknown): NetworkError {
  return error instanceof NetworkError ? error : new NetworkError(error, false)
}

/** Adds the services to the state, unless the user has changed by then. */
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
