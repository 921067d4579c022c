/** How often visitors and customers may call what writes, or is written down. Admins and reads are not counted. */
import { type Endpoint, isWrite, provesItself } from './endpoint.ts'

export type Budget = {
  /** Who shares it. */
  readonly of: 'network' | 'customer' | 'user' | 'session'
  /** Calls, whatever comes of them. */
  readonly perMinute: number
  /** Calls that took effect; null: not counted. */
  readonly perDay: number | null
}

/** Generous to people: nobody who types and clicks comes near. */
export const budgets = {
  /** What anybody calls without a session; many people can share a network. */
  visits: { of: 'network', perMinute: 120, perDay: null },
  /** What other programs call: applications that say that they are alive. */
  programs: { of: 'network', perMinute: 600, perDay: null },
  changes: { of: 'customer', perMinute: 60, perDay: 1_000 },
  entries: { of: 'customer', perMinute: 20, perDay: 200 },
  /** Files that are fetched: each is a line of the audit log. */
  downloads: { of: 'customer', perMinute: 60, perDay: 1_000 },
  /** The own account: apart from the rest, so that it can be secured when somebody has used up all the others. */
  account: { of: 'user', perMinute: 30, perDay: 300 },
  /** What ends a session. It always works. */
  endings: { of: 'session', perMinute: 30, perDay: null },
} as const satisfies Readonly<Record<string, Budget>>

export type BudgetName = keyof typeof budgets

/** What a call counts on; null where it is not counted. */
export function budgetOf(endpoint: Endpoint, caller: 'visitor' | 'customer'): BudgetName | null {
  if (provesItself(endpoint)) return 'programs'
  if (caller === 'visitor') return isWrite(endpoint) ? 'visits' : null
  if (endpoint.budget) return endpoint.budget
  if (endpoint.download) return 'downloads'
  if (!isWrite(endpoint)) return null
  return endpoint.path.startsWith('/api/auth/') ? 'account' : 'changes'
}
