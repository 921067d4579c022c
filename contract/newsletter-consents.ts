/** Who wanted the newsletter, in which words, from when to when: the proof that it was asked for (Art. 7 (1) GDPR). */
import * as z from 'zod/mini'
import { defineEndpoints, page, pageQuery } from './endpoint.ts'
import { id, instant } from './fields.ts'

export const consentStates = ['pending', 'confirmed', 'ended'] as const
/** By whom or what it ended: the link of a mail, the settings, a newer wish, nobody who confirmed it, another address. */
export const consentEndReasons = ['unsubscribed', 'switched_off', 'replaced', 'expired', 'email_changed'] as const

export const newsletterConsent = z.object({
  id,
  email: z.string(),
  /** What was agreed to. */
  wording: z.string(),
  state: z.enum(consentStates),
  askedAt: instant,
  /** Network address of who asked. */
  askedFrom: z.string(),
  /** Until when the link that was mailed can confirm it. */
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
    summary: 'When a customer was asked about the newsletter, said yes, and ended it; the latest first.',
    query: pageQuery,
    response: page(newsletterConsent),
  },
})
