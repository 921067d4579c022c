import { passwordResetMinutes } from '#contract/limits.ts'
import type { Factor } from '#contract/second-factor-proof.ts'
import type { DisputedChange } from '#contract/user-settings.ts'
import type { MailContent } from '#server/mail/layout.ts'
import type { EndedAccess } from './access-end.commands.ts'
import type { Person } from './account.queries.ts'
import { disputedChangesBlocks } from './disputed-changes.mails.ts'
import { contactBlocks } from './disputed-contact.mails.ts'
import { withdrawnErasuresBlocks } from './disputed-erasures.mails.ts'
import { endedTokensBlocks } from './disputed-tokens.mails.ts'
import { disputedUsersBlocks } from './disputed-users.mails.ts'
import type { EndedUsers } from './raised-user.commands.ts'
import { factorRows } from './second-factor.mails.ts'

/** To the address that was revoked because an earlier one has stopped the change. */
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

/** To the address that has stopped the change: the way to a new password, removed and remaining access. */
export function accountTakenBackMail(
  person: Person,
  link: string,
  {
    ended,
    left,
    contact,
    tokens,
    erasures,
    changes,
    users,
    isAdmin,
  }: {
    ended: EndedAccess
    left: readonly Factor[]
    contact: string | undefined
    tokens: readonly string[]
    /** Numbers of customers. */
    erasures: readonly string[]
    changes: readonly DisputedChange[]
    users: Pick<EndedUsers, 'ended' | 'kept' | 'staying'>
    isAdmin: boolean
  },
): MailContent {
  return {
    subject: 'Änderung gestoppt: Neues Passwort wählen',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Ihr Zugang zum Kundenportal gehört wieder Ihnen: Es gilt diese E-Mail-Adresse, und das bisherige Passwort ist wertlos. Bitte wählen Sie jetzt ein neues. Bis dahin kommt niemand hinein, auch nicht mit einem Passkey.',
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
      ...disputedUsersBlocks(users),
      ...withdrawnErasuresBlocks(erasures),
      ...endedTokensBlocks(tokens),
      ...(left.length === 0 ? [] : leftBlocks(left)),
      ...contactBlocks(contact),
      ...disputedChangesBlocks(changes),
      ...(isAdmin ? [logBlock] : []),
    ],
  }
}

const logBlock = {
  kind: 'paragraph',
  text: 'Was sonst mit diesem Zugang geschehen ist, steht im Portal unter „Betrieb“ im „Protokoll“.',
} as const

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
