import type { MailContent } from '#server/mail/layout.ts'

/** Sends a message of the contact form to the business; a reply goes to the sender. */
export function messageMail(message: {
  email: string
  name: string
  phone: string
  text: string
  /** The message's place in the portal. */
  url: string
}): MailContent {
  const from = message.name || message.email
  return {
    subject: `Nachricht von ${from}`,
    blocks: [
      { kind: 'paragraph', text: 'über das Kontaktformular ist eine Nachricht eingegangen:' },
      { kind: 'quote', text: message.text },
      {
        kind: 'facts',
        rows: [
          ['Name', message.name],
          ['E-Mail', message.email],
          ['Telefon', message.phone],
        ].filter((row): row is [string, string] => row[1] !== ''),
      },
      { kind: 'button', label: 'Im Portal beantworten', url: message.url },
      {
        kind: 'paragraph',
        text: 'Wenn Sie auf diese E-Mail antworten, geht Ihre Antwort ebenfalls an die angegebene Adresse. Im Portal gilt die Nachricht dann weiter als neu.',
      },
    ],
  }
}
