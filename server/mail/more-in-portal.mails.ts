import type { MailKind } from '#contract/mail-kinds.ts'
import type { MailContent } from './layout.ts'

const matters: { readonly [K in MailKind]?: string } = {
  dns_failing: 'Störungen von DNS-Domains',
  dns_recovered: 'Meldungen zu DNS-Domains',
  invoice_question: 'Rückfragen zu Rechnungen',
  message: 'Kontaktnachrichten',
  request: 'Anfragen',
  ticket_budget: 'Änderungen an Kostenrahmen',
  ticket_wish: 'Wünsche zu Tickets',
}

/** Notifies the business that today's limit for a kind of mail is exceeded. */
export function moreInPortalMail(kind: MailKind, url: string): MailContent {
  const matter = matters[kind] ?? 'Vorgänge'
  return {
    subject: `Weitere ${matter} finden Sie heute im Portal`,
    blocks: [
      {
        kind: 'paragraph',
        text: `heute sind mehr ${matter} eingegangen, als wir Ihnen einzeln melden. Es ist nichts verloren: Alle stehen im Portal.`,
      },
      { kind: 'button', label: 'Portal öffnen', url },
    ],
  }
}
