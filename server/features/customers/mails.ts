import type { MailContent } from '#server/mail/layout.ts'

/**
 * Goes to the address that was replaced, when the customer itself has replaced it. It does not tell the new one, and
 * nothing the customer can write: the old address may be anybody's.
 */
export function contactChangedMail(customerNumber: string): MailContent {
  return {
    subject: 'Ihre Kontaktadresse wurde geändert',
    blocks: [
      {
        kind: 'paragraph',
        text: `Rechnungen und Benachrichtigungen für das Kundenkonto ${customerNumber} gehen künftig an eine andere E-Mail-Adresse. Geändert wurde das in den Einstellungen des Kundenportals.`,
      },
      { kind: 'paragraph', text: 'Ist das nicht in Ihrem Sinn, melden Sie sich bitte bei uns.' },
    ],
  }
}
