import { confirmationHours } from '#contract/limits.ts'
import type { MailContent } from '#server/mail/layout.ts'

/**
 * To the replaced address. It contains neither the new one nor any customer-written text: the old address may be
 * anybody's.
 */
export function contactChangedMail(customerNumber: string, by: 'customer' | 'business'): MailContent {
  return {
    subject: 'Ihre Kontaktadresse wurde geändert',
    blocks: [
      {
        kind: 'paragraph',
        text: `Rechnungen und Benachrichtigungen für das Kundenkonto ${customerNumber} gehen künftig an eine andere E-Mail-Adresse. ${by === 'customer' ? 'Geändert wurde das in den Einstellungen des Kundenportals.' : 'Geändert haben das wir.'}`,
      },
      { kind: 'paragraph', text: 'Ist das nicht in Ihrem Sinn, melden Sie sich bitte bei uns.' },
    ],
  }
}

/** To the address entered by the customer. It may be anybody's, so it contains no customer-written text. */
export function confirmContactMail(customerNumber: string, link: string): MailContent {
  return {
    subject: 'Kontaktadresse bestätigen',
    blocks: [
      {
        kind: 'paragraph',
        text: `Rechnungen und Benachrichtigungen für das Kundenkonto ${customerNumber} sollen an diese E-Mail-Adresse gehen.`,
      },
      { kind: 'button', label: 'Kontaktadresse bestätigen', url: link },
      {
        kind: 'paragraph',
        text: `Der Link gilt ${confirmationHours} Stunden und lässt sich einmal benutzen. Kennen Sie dieses Kundenkonto nicht, ist nichts zu tun.`,
      },
    ],
  }
}
