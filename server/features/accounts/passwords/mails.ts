import { invitationHours, passwordResetMinutes } from '#contract/limits.ts'
import type { MailContent } from '#server/mail/layout.ts'

type Person = { firstName: string; lastName: string; username: string }

/** Invites a person to choose a password. The token travels behind `#`, so that no server log ever holds it. */
export function invitationMail(person: Person, companyName: string, link: string): MailContent {
  const portal = companyName === '' ? 'das Kundenportal' : `das Kundenportal von ${companyName}`
  return {
    subject: companyName === '' ? 'Ihr Zugang zum Kundenportal' : `Ihr Zugang zum Kundenportal von ${companyName}`,
    greeting: greetingOf(person),
    blocks: [
      { kind: 'paragraph', text: `für Sie wurde ein Zugang für ${portal} eingerichtet.` },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      { kind: 'paragraph', text: 'Bitte wählen Sie zuerst ein Passwort:' },
      { kind: 'button', label: 'Passwort wählen', url: link },
      { kind: 'paragraph', text: `Der Link gilt ${invitationHours} Stunden und lässt sich einmal benutzen.` },
    ],
  }
}

export function passwordResetMail(person: Person, link: string): MailContent {
  return {
    subject: 'Neues Passwort wählen',
    greeting: greetingOf(person),
    blocks: [
      { kind: 'paragraph', text: 'für Ihren Zugang zum Kundenportal wurde ein neues Passwort angefordert.' },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      { kind: 'button', label: 'Neues Passwort wählen', url: link },
      {
        kind: 'paragraph',
        text: `Der Link gilt ${passwordResetMinutes} Minuten und lässt sich einmal benutzen. Haben Sie kein neues Passwort angefordert, ist nichts zu tun: Ihr bisheriges gilt weiter.`,
      },
    ],
  }
}

/** Goes to the address that was replaced, so that a change nobody wanted is noticed. */
export function emailChangedMail(person: Person): MailContent {
  return {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    greeting: greetingOf(person),
    blocks: [
      {
        kind: 'paragraph',
        text: 'für Ihren Zugang zum Kundenportal ist jetzt eine andere E-Mail-Adresse hinterlegt. Diese Nachricht geht an die bisherige Adresse.',
      },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      { kind: 'paragraph', text: 'Waren Sie das nicht, melden Sie sich bitte bei uns.' },
    ],
  }
}

function greetingOf({ firstName, lastName }: Person): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? 'Guten Tag,' : `Guten Tag ${name},`
}
