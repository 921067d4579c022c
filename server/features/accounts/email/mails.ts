import { confirmationHours, emailStopHours } from '#contract/limits.ts'
import type { Person } from '#server/features/accounts/queries.ts'
import type { MailContent } from '#server/mail/layout.ts'

/** Goes to the new address: whoever reads it there may use it. It may be anybody's, so no name that its sender has chosen is in it. */
export function confirmEmailMail(username: string, link: string): MailContent {
  return {
    subject: 'Neue E-Mail-Adresse bestätigen',
    blocks: [
      { kind: 'paragraph', text: 'für einen Zugang zum Kundenportal soll künftig diese E-Mail-Adresse gelten.' },
      { kind: 'facts', rows: [['Benutzername', username]] },
      { kind: 'button', label: 'E-Mail-Adresse bestätigen', url: link },
      {
        kind: 'paragraph',
        text: `Der Link gilt ${confirmationHours} Stunden und lässt sich einmal benutzen. Bis dahin gilt die bisherige Adresse weiter. Kennen Sie diesen Zugang nicht, ist nichts zu tun.`,
      },
    ],
  }
}

/** Goes to the address that is to be replaced, before anything has changed. It does not tell the new one. */
export function emailChangeAskedMail(person: Person, stopLink: string): MailContent {
  return {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    greeting: greetingOf(person),
    blocks: [
      {
        kind: 'paragraph',
        text: 'für Ihren Zugang zum Kundenportal wurde eine andere E-Mail-Adresse eingetragen. Sie gilt, sobald sie dort bestätigt ist.',
      },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      ...stopBlocks(stopLink),
    ],
  }
}

/** Goes to the address that was replaced, so that a change nobody wanted is noticed. */
export function emailChangedMail(person: Person, stopLink?: string): MailContent {
  return {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    greeting: greetingOf(person),
    blocks: [
      {
        kind: 'paragraph',
        text: 'für Ihren Zugang zum Kundenportal gilt jetzt eine andere E-Mail-Adresse. Diese Nachricht geht an die bisherige.',
      },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      ...(stopLink === undefined
        ? [{ kind: 'paragraph', text: 'Ist das nicht in Ihrem Sinn, melden Sie sich bitte bei uns.' } as const]
        : stopBlocks(stopLink)),
    ],
  }
}

function stopBlocks(stopLink: string): MailContent['blocks'] {
  return [
    {
      kind: 'paragraph',
      text: `Waren Sie das selbst, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Stoppen Sie die Änderung bitte mit diesem Link. Er gilt ${emailStopHours} Stunden, beendet alle Anmeldungen und führt zu einem neuen Passwort.`,
    },
    { kind: 'button', label: 'Änderung stoppen', url: stopLink },
  ]
}

function greetingOf({ firstName, lastName }: Person): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? 'Guten Tag,' : `Guten Tag ${name},`
}
