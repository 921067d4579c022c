import type { MailContent } from '#server/mail/layout.ts'

/**
 * Goes to the address that was replaced. It does not tell the new one, and nothing the customer can write: the old address
 * may be anybody's.
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
