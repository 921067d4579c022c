import { confirmationHours } from '#contract/limits.ts'
import type { MailContent } from '#server/mail/layout.ts'

/** The consent text of the link; stored with the consent as its proof. */
export function consentWording(companyName: string): string {
  const sender = companyName === '' ? 'von uns' : `von ${companyName}`
  return `Ich möchte den Newsletter ${sender} per E-Mail erhalten. Ich kann ihn jederzeit abbestellen.`
}

/** Asks for the confirmation of the newsletter at this address (double opt-in). It contains no advertising. */
export function newsletterConfirmationMail(companyName: string, link: string): MailContent {
  return {
    subject: companyName === '' ? 'Newsletter bestätigen' : `Newsletter von ${companyName} bestätigen`,
    blocks: [
      {
        kind: 'paragraph',
        text: 'für diese E-Mail-Adresse wurde der Newsletter bestellt. Bitte bestätigen Sie, dass Sie ihn erhalten möchten:',
      },
      { kind: 'quote', text: consentWording(companyName) },
      { kind: 'button', label: 'Newsletter bestätigen', url: link },
      {
        kind: 'paragraph',
        text: `Der Link gilt ${confirmationHours} Stunden und lässt sich einmal benutzen. Haben Sie keinen Newsletter bestellt, ist nichts zu tun: Ohne Bestätigung kommt keiner.`,
      },
    ],
  }
}
