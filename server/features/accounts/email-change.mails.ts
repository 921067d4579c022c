import { confirmationHours, emailStopDays } from '#contract/limits.ts'
import type { MailContent } from '#server/mail/layout.ts'
import type { Person } from './account.queries.ts'

/** To the new address: its reader may use the link. It may be anybody's, so the mail contains no user-chosen name. */
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

/** To the last undisputed address the link that stops the change; to any other the page for a new password. */
export type ChangeLinks = { readonly stopUrl?: string; readonly resetUrl?: string }

/** To the addresses affected, before anything has changed. It does not reveal the new one. */
export function emailChangeAskedMail(person: Person, links: ChangeLinks): MailContent {
  return {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    blocks: [
      {
        kind: 'paragraph',
        text: 'für Ihren Zugang zum Kundenportal wurde eine andere E-Mail-Adresse eingetragen. Sie gilt, sobald sie dort bestätigt ist.',
      },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      ...(links.stopUrl === undefined ? resetBlocks(links) : stopBlocks(links.stopUrl)),
    ],
  }
}

/** To the addresses affected, so that an unwanted change is noticed. */
export function emailChangedMail(person: Person, { stopUrl }: ChangeLinks = {}): MailContent {
  return {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    blocks: [
      {
        kind: 'paragraph',
        text: 'für Ihren Zugang zum Kundenportal gilt jetzt eine andere E-Mail-Adresse. Diese Nachricht geht an eine frühere.',
      },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      ...(stopUrl === undefined
        ? [{ kind: 'paragraph', text: 'Ist das nicht in Ihrem Sinn, melden Sie sich bitte bei uns.' } as const]
        : stopBlocks(stopUrl)),
    ],
  }
}

function stopBlocks(stopLink: string): MailContent['blocks'] {
  return [
    {
      kind: 'paragraph',
      text: `Waren Sie das selbst, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Stoppen Sie die Änderung bitte mit diesem Link. Er gilt ${emailStopDays} Tage, was auch immer danach noch geändert wird. Dann gilt wieder die Adresse, an die diese Nachricht geht, alle Anmeldungen enden, und Sie wählen ein neues Passwort.`,
    },
    { kind: 'button', label: 'Änderung stoppen', url: stopLink },
  ]
}

function resetBlocks({ resetUrl }: ChangeLinks): MailContent['blocks'] {
  return [
    {
      kind: 'paragraph',
      text: 'Waren Sie das selbst, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Wählen Sie bitte sofort ein neues. Damit ist die Änderung verworfen, und alle Anmeldungen enden. Stoppen lässt sie sich auch von der Adresse aus, die vor Ihrer letzten Änderung galt.',
    },
    ...(resetUrl === undefined ? [] : [{ kind: 'button', label: 'Neues Passwort wählen', url: resetUrl } as const]),
  ]
}
