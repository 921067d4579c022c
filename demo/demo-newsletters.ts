/** The demo business's newsletter: its subscribers, two sent newsletters and a draft. Invented. */
import type { Insertable } from 'kysely'
import { hashToken } from '#server/auth/tokens.ts'
import { dayMs, hourMs, instantText } from '#server/clock.ts'
import { addressKey } from '#server/database/address-key.ts'
import type { CustomerTable } from '#server/database/business-tables.ts'
import { newId } from '#server/database/ids.ts'
import type { PlatformTables } from '#server/database/platform-tables.ts'
import { demoProfile } from './demo-profile.ts'
import type { Random } from './demo-random.ts'

type Customer = Pick<Insertable<CustomerTable>, 'id' | 'email' | 'has_newsletter'>
type Rows = {
  consents: Insertable<PlatformTables['newsletter_consent']>[]
  newsletters: Insertable<PlatformTables['newsletter']>[]
  recipients: Insertable<PlatformTables['newsletter_recipient']>[]
}

/** `today` is midnight in ms. The customer `pendingId` subscribed today without confirming yet. */
export function newsletterRows(random: Random, today: number, customers: readonly Customer[], pendingId: string): Rows {
  const readers = customers.filter(({ has_newsletter, email }) => has_newsletter === 1 && email !== '')
  const consents = readers.map(({ id, email }) => {
    const askedAt = today - 400 * dayMs
    return {
      ...consentOf(random, id, email, askedAt),
      state: 'confirmed' as const,
      confirmed_at: instantText(new Date(askedAt + 2 * hourMs)),
      confirmed_from: '203.0.113.20',
    }
  })
  const pending = customers.find(({ id }) => id === pendingId)
  const waiting = pending ? [consentOf(random, pending.id, pending.email, today)] : []
  const newsletters = texts.map(({ daysAgo, isSent, ...text }) => {
    const at = today - daysAgo * dayMs + 9 * hourMs
    return {
      id: newId(new Date(at), random.next),
      ...text,
      state: isSent ? ('sent' as const) : ('draft' as const),
      recipients_count: isSent ? readers.length : 0,
      sent_count: isSent ? readers.length : 0,
      started_at: isSent ? instantText(new Date(at)) : null,
      finished_at: isSent ? instantText(new Date(at + 40_000)) : null,
      created_at: instantText(new Date(at)),
      updated_at: instantText(new Date(at)),
    }
  })
  const recipients = newsletters
    .filter(({ state }) => state === 'sent')
    .flatMap(newsletter =>
      consents.map(consent => ({
        newsletter_id: newsletter.id,
        consent_id: consent.id,
        customer_id: consent.customer_id,
        email: consent.email,
        email_key: addressKey(consent.email),
        state: 'mailed' as const,
      })),
    )
  return { consents: [...consents, ...waiting], newsletters, recipients }
}

function consentOf(random: Random, customerId: string, email: string, askedAt: number) {
  const id = newId(new Date(askedAt), random.next)
  return {
    id,
    customer_id: customerId,
    user_id: null,
    email,
    wording: `Ich möchte den Newsletter von ${demoProfile.companyName} per E-Mail erhalten. Ich kann ihn jederzeit abbestellen.`,
    // Nobody has the token, because its mail never existed.
    token_hash: hashToken(id),
    state: 'pending' as const,
    asked_at: instantText(new Date(askedAt)),
    asked_from: '203.0.113.20',
    expires_at: instantText(new Date(askedAt + dayMs)),
    confirmed_at: null,
    confirmed_from: '',
    ended_at: null,
    end_reason: '' as const,
  }
}

const texts = [
  {
    daysAgo: 190,
    isSent: true,
    subject: 'Wartung: Speicher durchsehen, Wallbox einstellen',
    body: `# Einmal nachsehen lohnt sich

Wer hin und wieder einen Blick auf die Anlage wirft, merkt früh, wenn etwas nicht stimmt.

## Drei Handgriffe

- **Speicher:** Ladegrenzen prüfen und an die Jahreszeit anpassen
- **Wallbox:** Überschussladen einschalten
- **Wechselrichter:** nach Meldungen sehen

Wenn Sie möchten, übernehmen wir das bei der Wartung. Antworten auf häufige Fragen finden Sie in unserer [FAQ](/faq).`,
  },
  {
    daysAgo: 35,
    isSent: true,
    subject: 'Dynamische Tarife: für wen sie sich lohnen',
    body: `# Strom kaufen, wenn er günstig ist

Sonne, Wind und Flaute wechseln sich ab, und mit ihnen die Preise.

> Wer in günstigen Stunden lädt, zahlt oft deutlich weniger.

Wie das mit Ihrem Speicher zusammenspielt, zeigt die Seite zu [PowerMaster](/power-master).`,
  },
  {
    daysAgo: 2,
    isSent: false,
    subject: 'Betriebsferien und Bereitschaft',
    body: `# Eine Woche Pause

In der letzten Woche des Monats machen wir Betriebsferien.

- Störungen nehmen wir über das [Kontaktformular](/contact) auf.
- Laufende Tickets gehen in der Woche darauf weiter.`,
  },
]
