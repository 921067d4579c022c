/** How often visitors and customers may call what writes, or is written down. Admins and reads are not counted. */
import { type Endpoint, isWrite, provesItself } from './endpoint.ts'

export type Budget = {
  /** Who shares it. */
  readonly of: 'network' | 'customer' | 'session'
  /** Calls, whatever comes of them. */
  readonly perMinute: number
  /** Calls that took effect; null: not counted. */
  readonly perDay: number | null
}

/** Generous to people: nobody who types and clicks comes near. */
export const budgets = {
  /**
   * What anybody may call; many people can share a network. A session changes nothing: a stolen one is counted apart.
   */
  visits: { of: 'network', perMinute: 120, perDay: null },
  /** Apart from the rest, so that a colleague's cheap calls keep nobody out. */
  logins: { of: 'network', perMinute: 120, perDay: null },
  /** Links from mails, and the wish for one: the way back into an account. Noise of a network keeps nobody from it. */
  links: { of: 'network', perMinute: 300, perDay: null },
  /** What other programs call: applications that say that they are alive. */
  programs: { of: 'network', perMinute: 600, perDay: null },
  changes: { of: 'customer', perMinute: 60, perDay: 1_000 },
  entries: { of: 'customer', perMinute: 20, perDay: 200 },
  /** Files that are fetched: each is a line of the audit log. */
  downloads: { of: 'customer', perMinute: 60, perDay: 1_000 },
  /**
   * The own account: apart from the rest and from other sessions, so that it can be secured while one of them is
   * stolen.
   */
  account: { of: 'session', perMinute: 30, perDay: 300 },
  /** What ends a session. It always works. */
  endings: { of: 'session', perMinute: 30, perDay: null },
} as const satisfies Readonly<Record<string, Budget>>

export type BudgetName = keyof typeof budgets

/** What a call counts on; null where it is not counted. */
export function budgetOf(endpoint: Endpoint, caller: 'visitor' | 'customer'): BudgetName | null {
  if (provesItself(endpoint)) return 'programs'
  const { access, budget } = endpoint
  if (budget && (caller === 'customer' || budgets[budget].of === 'network')) return budget
  if (caller === 'visitor' || access === 'public') return isWrite(endpoint) ? 'visits' : null
  if (endpoint.download) return 'downloads'
  if (!isWrite(endpoint)) return null
  return endpoint.path.startsWith('/api/auth/') ? 'account' : 'changes'
}
