import type { ConfirmationKind } from '#contract/user-settings.ts'
import { AppError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { findEmailChangeByToken, findStoppableEmailChange } from '#server/features/accounts/email/queries.ts'
import { findConsentByToken } from '#server/features/newsletters/consent/queries.ts'

export type Confirmation = { readonly kind: ConfirmationKind; readonly email: string; readonly expiresAt: string }

/** What a link confirms or stops, while it can; 409 `account.token_invalid` otherwise. */
export async function getConfirmation(context: Context, token: string): Promise<Confirmation> {
  const { db, clock } = context
  const now = clock.now()
  const consent = await findConsentByToken(db, token, now)
  if (consent) return { kind: 'newsletter', email: consent.email, expiresAt: consent.expires_at }
  const change = await findEmailChangeByToken(db, token, now)
  if (change) return { kind: 'email_change', email: change.new_email, expiresAt: change.expires_at }
  const stoppable = await findStoppableEmailChange(db, context, token, now)
  if (stoppable) return { kind: 'email_change_stop', email: stoppable.old_email, expiresAt: stoppable.stoppable_until }
  throw new AppError('account.token_invalid')
}
