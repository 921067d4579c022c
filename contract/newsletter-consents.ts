/** Subscriptions to the newsletter, with wording, start and end: the proof of consent (Art. 7 (1) GDPR). */
import * as z from 'zod/mini'
import { defineEndpoints, page, pageQuery } from './endpoint.ts'
import { id, instant } from './fields.ts'

export const consentStates = ['pending', 'confirmed', 'ended'] as const
/** How it ended: the link of a mail, the settings, a newer request, no confirmation, another address. */
export const consentEndReasons = ['unsubscribed', 'switched_off', 'replaced', 'expired', 'email_changed'] as const

export const newsletterConsent = z.object({
  id,
  email: z.string(),
  /** The accepted wording. */
  wording: z.string(),
  state: z.enum(consentStates),
  askedAt: instant,
  /** Network address of the requester. */
  askedFrom: z.string(),
  /** Until when the mailed link can confirm it. */
  expiresAt: instant,
  confirmedAt: z.nullable(instant),
  confirmedFrom: z.string(),
  endedAt: z.nullable(instant),
  endReason: z.nullable(z.enum(consentEndReasons)),
})
export type NewsletterConsent = z.output<typeof newsletterConsent>

export const newsletterConsents = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/customer/{id}/newsletter-consents/',
    access: 'admin',
    summary: 'When a customer was asked about the newsletter, agreed, and ended it; the latest first.',
    query: pageQuery,
    response: page(newsletterConsent),
  },
})
