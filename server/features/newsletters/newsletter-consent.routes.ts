import { newsletterConsents } from '#contract/newsletter-consents.ts'
import { instantText } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import { presentConsent } from './newsletter-consent.present.ts'
import { listConsents } from './newsletter-consent.queries.ts'

export const newsletterConsentRoutes = bind('newsletterConsents', newsletterConsents, {
  list: async ({ db, scope, clock }, { params, query }) => {
    const { count, rows } = await listConsents(db, scope, params.id, query)
    const now = instantText(clock.now())
    return { count, results: rows.map(consent => presentConsent(consent, now)) }
  },
})
