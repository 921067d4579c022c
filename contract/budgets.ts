/** Limits for calls of visitors and customers that write, or are recorded. Admins and reads are not counted. */
export type Budget = {
  /** Who shares it. */
  readonly of: 'network' | 'customer' | 'session'
  /** Calls, with any outcome. */
  readonly perMinute: number
  /** Calls that took effect; null: not counted. */
  readonly perDay: number | null
  /** The same, over all sessions of a user. */
  readonly perUserDay?: number
}

/** Generous: nobody reaches them by typing and clicking. */
export const budgets = {
  /**
   * Public calls; many people can share a network. A session makes no difference: a stolen one is counted separately.
   */
  visits: { of: 'network', perMinute: 120, perDay: null },
  /** Separate, so that a colleague's cheap calls block nobody. */
  logins: { of: 'network', perMinute: 120, perDay: null },
  /**
   * Links from mails, and requests for them: the way back into an account. Noise of a network blocks nobody from it.
   */
  links: { of: 'network', perMinute: 300, perDay: null },
  /** Calls of other programs: heartbeats of applications. */
  programs: { of: 'network', perMinute: 600, perDay: null },
  /** Readings of sites, pushed by programs; a bridge may push for many sites. Each site has a limit of its own. */
  readings: { of: 'network', perMinute: 6_000, perDay: null },
  /** Update calls of routers, before their login is checked. Each endpoint has a limit of its own. */
  routers: { of: 'network', perMinute: 600, perDay: null },
  changes: { of: 'customer', perMinute: 60, perDay: 1_000 },
  entries: { of: 'customer', perMinute: 20, perDay: 200 },
  /** Downloads: each is a line of the audit log. */
  downloads: { of: 'customer', perMinute: 60, perDay: 1_000 },
  /**
   * The user's own account: separate from other calls and other sessions, so that it can be secured while one of them
   * is stolen. A thief who logs in repeatedly is limited, too; calls that end a session, and links from mails, work
   * beyond the limit.
   */
  account: { of: 'session', perMinute: 30, perDay: 300, perUserDay: 1_000 },
  /** Calls that end a session. They always work. */
  endings: { of: 'session', perMinute: 30, perDay: null },
} as const satisfies Readonly<Record<string, Budget>>

export type BudgetName = keyof typeof budgets
