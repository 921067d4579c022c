import type { NewsletterConsent } from '#contract/newsletter-consents.ts'
import type { Consent } from './newsletter-consent.queries.ts'

/** A link not used in time is expired, also before its deletion. */
export function presentConsent(row: Consent, now: string): NewsletterConsent {
  const isExpired = row.state === 'pending' && row.expires_at <= now
  return {
    id: row.id,
    email: row.email,
    wording: row.wording,
    state: isExpired ? 'ended' : row.state,
    askedAt: row.asked_at,
    askedFrom: row.asked_from,
    expiresAt: row.expires_at,
    confirmedAt: row.confirmed_at,
    confirmedFrom: row.confirmed_from,
    endedAt: isExpired ? row.expires_at : row.ended_at,
    endReason: isExpired ? 'expired' : row.end_reason || null,
  }
}
