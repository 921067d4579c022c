import { confirmationHours, emailStopDays, passwordResetMinutes } from '#contract/limits.ts'
import type { Factor } from '#contract/second-factor-proof.ts'
import type { Person } from '#server/features/accounts/queries.ts'
import type { EndedAccess } from '#server/features/accounts/recovery/commands.ts'
import { factorRows } from '#server/features/accounts/second-factor/mails.ts'
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

/** To the last undisputed address the link that stops the change; to any other the page for a new password. */
export type ChangeLinks = { readonly stopUrl?: string; readonly resetUrl?: string }

/** Goes to the addresses that lose by it, before anything has changed. It does not tell the new one. */
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

/** Goes to the addresses that have lost by it, so that a change nobody wanted is noticed. */
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

/** Goes to the address that no longer holds because an earlier one has stopped the change. */
export function emailChangeStoppedMail(person: Person): MailContent {
  return {
    subject: 'Die Änderung Ihrer E-Mail-Adresse wurde gestoppt',
    blocks: [
      {
        kind: 'paragraph',
        text: 'für Ihren Zugang zum Kundenportal gilt wieder eine frühere E-Mail-Adresse: Von dort wurde die Änderung gestoppt.',
      },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      { kind: 'paragraph', text: 'Ist das nicht in Ihrem Sinn, melden Sie sich bitte bei uns.' },
    ],
  }
}

/** Goes to the address that has stopped the change: the way to a new password, what is gone and what is left. */
export function accountTakenBackMail(
  person: Person,
  link: string,
  { ended, left }: { ended: EndedAccess; left: readonly Factor[] },
): MailContent {
  return {
    subject: 'Änderung gestoppt: Neues Passwort wählen',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Ihr Zugang zum Kundenportal gehört wieder Ihnen: Es gilt diese E-Mail-Adresse, und das bisherige Passwort ist wertlos. Bitte wählen Sie jetzt ein neues.',
      },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      { kind: 'button', label: 'Neues Passwort wählen', url: link },
      {
        kind: 'paragraph',
        text: `Der Link gilt ${passwordResetMinutes} Minuten und lässt sich einmal benutzen. Einen neuen gibt es jederzeit unter „Passwort vergessen“.`,
      },
      { kind: 'heading', text: 'Beendet und entfernt' },
      {
        kind: 'facts',
        rows: [
          ['Anmeldungen', ended.sessions.length === 0 ? 'keine offen' : `${ended.sessions.length} beendet`],
          ['Links aus früheren E-Mails', 'wertlos'],
          ...(ended.hadEmailChange ? [['Offene Änderung der E-Mail-Adresse', 'verworfen'] as const] : []),
          ...factorRows(ended.factors),
        ],
      },
      ...(left.length === 0 ? [] : leftBlocks(left)),
    ],
  }
}

function leftBlocks(left: readonly Factor[]): MailContent['blocks'] {
  return [
    { kind: 'heading', text: 'Weiter gültig, weil vorher eingerichtet' },
    { kind: 'facts', rows: factorRows(left) },
    {
      kind: 'paragraph',
      text: 'Kennen Sie davon etwas nicht, entfernen Sie es bitte zusammen mit dem neuen Passwort: Der Link oben bietet es an.',
    },
  ]
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
