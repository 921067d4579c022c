import type { accounts, CurrentSession, PasswordLink, Session } from '#contract/accounts.ts'
import type { CustomerKind } from '#contract/customers.ts'
import type { Answer } from '#contract/endpoint.ts'
import { pricesFor } from '#contract/prices.ts'
import type { Factor, SecondFactorMethod } from '#contract/second-factor-proof.ts'
import { lacksFactor } from '#server/auth/sessions.ts'
import { instantText } from '#server/clock.ts'
import type { CurrentSessionRow, SessionRow } from './account.queries.ts'
import type { getPasswordLink } from './password.queries.ts'

export function presentCurrentSession(
  row: CurrentSessionRow,
  business: { isSmallBusiness: boolean },
  now: Date,
): CurrentSession {
  const impersonation = presentImpersonation(row, now)
  return {
    user: {
      id: row.user_id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      role: row.role,
      customerId: row.customer_id,
      lacksSecondFactor: lacksFactor(row),
    },
    impersonation,
    idleUntil: row.idle_until,
    prices: pricesFor((impersonation ? row.view_kind : readerOf(row)) ?? 'private', business),
  }
}

/** The password was correct; the user is not revealed before the second factor. */
export function presentPendingLogin(methods: SecondFactorMethod[], until: Date): Answer<typeof accounts.login> {
  return {
    user: null,
    impersonation: null,
    idleUntil: null,
    prices: null,
    secondFactor: { methods, expiresAt: instantText(until) },
  }
}

export function presentSession(row: SessionRow, currentSessionId: string): Session {
  return {
    id: row.id,
    isCurrent: row.id === currentSessionId,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    address: row.address,
    userAgent: row.user_agent,
  }
}

export function presentPasswordLink({
  kind,
  expiresAt,
  user,
  factors,
}: Awaited<ReturnType<typeof getPasswordLink>>): PasswordLink {
  return { kind, username: user.username, role: user.role, expiresAt, factors: factors.map(presentFactor) }
}

export function presentFactor({ kind, name, since }: Factor): Factor {
  return { kind, name, since }
}

/** An admin uses the business's settings, regardless of their own record. */
function readerOf({ role, own_kind }: CurrentSessionRow): CustomerKind | 'admin' | null {
  return role === 'admin' ? 'admin' : own_kind
}

function presentImpersonation(row: CurrentSessionRow, now: Date): CurrentSession['impersonation'] {
  if (row.as_customer_id === null || row.as_user_until === null || row.as_user_until <= instantText(now)) return null
  const customerName = row.view_company || `${row.view_first_name ?? ''} ${row.view_last_name ?? ''}`.trim()
  return { customerId: row.as_customer_id, customerName, until: row.as_user_until }
}
