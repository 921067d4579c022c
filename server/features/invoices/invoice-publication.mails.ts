import { namedAmount } from '#contract/texts/prices.texts.ts'
import type { MailContent } from '#server/mail/layout.ts'
import { euroText } from '#server/units.ts'

type InvoiceFacts = {
  number: string | null
  gross_cents: number
  hasTax: boolean
  issue_date: string | null
  due_date: string | null
  /** The invoice's page in the customer's portal. */
  url: string
}

/** Notifies the customer of a new invoice. The document itself requires a login. */
export function publicationMail({ number, gross_cents, hasTax, issue_date, due_date, url }: InvoiceFacts): MailContent {
  return {
    subject: `Neue Rechnung ${number}`,
    blocks: [
      { kind: 'paragraph', text: 'in Ihrem Kundenportal liegt eine neue Rechnung für Sie.' },
      {
        kind: 'facts',
        rows: [
          ['Rechnungsnummer', number ?? ''],
          ['Rechnungsbetrag', namedAmount(euroText(gross_cents), hasTax ? 'gross' : null)],
          ...(issue_date === null ? [] : [['Rechnungsdatum', dayText(issue_date)] as const]),
          ...(due_date === null ? [] : [['Fällig am', dayText(due_date)] as const]),
        ],
      },
      {
        kind: 'paragraph',
        text: 'Das Dokument verschicken wir nicht per E-Mail. Sie können es nach der Anmeldung herunterladen.',
      },
      { kind: 'button', label: 'Rechnung ansehen', url },
    ],
  }
}

/** `2026-03-09` → `09.03.2026` */
function dayText(date: string): string {
  return date.split('-').reverse().join('.')
}

type CancellationFacts = { number: string; cancelled: string; reason: string; url: string }

/** Notifies the customer of a cancellation, and that nothing of it is to be paid. */
export function cancellationMail({ number, cancelled, reason, url }: CancellationFacts): MailContent {
  return {
    subject: `Rechnung ${cancelled} ist storniert`,
    blocks: [
      { kind: 'paragraph', text: `wir haben unsere Rechnung ${cancelled} storniert. Sie müssen sie nicht bezahlen.` },
      {
        kind: 'facts',
        rows: [
          ['Stornorechnung', number],
          ['Storniert', cancelled],
          ['Grund', reason],
        ],
      },
      { kind: 'paragraph', text: 'Haben Sie schon bezahlt, steht Ihnen der Betrag als Guthaben zu.' },
      { kind: 'button', label: 'Rechnung ansehen', url },
    ],
  }
}
