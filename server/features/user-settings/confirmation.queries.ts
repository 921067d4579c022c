import type { ConfirmationLink } from '#contract/user-settings.ts'
import { AppError } from '#server/app-error.ts'
import { listFactors } from '#server/auth/second-factor-store.ts'
import type { Context } from '#server/context.ts'
import { listDisputedChanges } from '#server/features/accounts/disputed-changes.queries.ts'
import { findEmailChangeByToken } from '#server/features/accounts/email-change.queries.ts'
import { listRaisedUsers, type RaisedUser } from '#server/features/accounts/raised-user.queries.ts'
import { findStopLink } from '#server/features/accounts/stop-link.queries.ts'
import { findContactLink } from '#server/features/customers/contact-address.queries.ts'
import { findConsentByToken } from '#server/features/newsletters/newsletter-consent.queries.ts'

/** The purpose of a valid link; 409 `account.token_invalid` otherwise. */
export async function getConfirmation(context: Context, token: string): Promise<ConfirmationLink> {
  const { db, clock } = context
  const now = clock.now()
  const none = { newFactors: [], olderFactors: [], endingUsers: [], stayingUsers: [], changes: [] }
  const consent = await findConsentByToken(db, token, now)
  if (consent) return { kind: 'newsletter', email: consent.email, expiresAt: consent.expires_at, ...none }
  const contact = await findContactLink(db, token, now)
  if (contact) {
    const { email, contact_token_until: until } = contact
    return { kind: 'contact_email', email, expiresAt: until ?? '', ...none }
  }
  const change = await findEmailChangeByToken(db, token, now)
  if (change) return { kind: 'email_change', email: change.new_email, expiresAt: change.expires_at, ...none }
  const stoppable = await findStopLink(db, context, token, now)
  if (stoppable === undefined) throw new AppError('account.token_invalid')
  const { user_id, stop_email: email, stoppable_until: expiresAt, disputed_since, about } = stoppable
  const factors = await listFactors(db, user_id)
  const users = await listRaisedUsers(db, context.engine, user_id, { disputedSince: disputed_since, now })
  const makers = [user_id, ...users.ending.map(({ id }) => id)]
  return {
    kind: about === 'email' ? 'email_change_stop' : 'factor_stop',
    email,
    expiresAt,
    newFactors: factors.filter(({ since }) => since >= disputed_since),
    olderFactors: factors.filter(({ since }) => since < disputed_since),
    endingUsers: users.ending.map(presentRaised),
    stayingUsers: users.staying.map(presentRaised),
    changes: await listDisputedChanges(db, context, makers, disputed_since),
  }
}

function presentRaised({ id, username, role }: RaisedUser) {
  return { id, username, role }
}
