import { invitationHours, passwordResetMinutes } from '#contract/limits.ts'
import type { DisputedChange } from '#contract/user-settings.ts'
import { dateTimeText } from '#server/clock.ts'
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
import { type Stop, takeBackBlocks } from './stop-link.mails.ts'

/** Invites a person to choose a password. The token follows `#`, so that no server log ever contains it. */
export function invitationMail(person: Person, companyName: string, link: string): MailContent {
  const portal = companyName === '' ? 'Kundenportal' : `Kundenportal von ${companyName}`
  return {
    subject: `Ihr Zugang zum ${portal}`,
    blocks: [
      { kind: 'paragraph', text: `für Sie wurde ein Zugang zum ${portal} eingerichtet.` },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      { kind: 'paragraph', text: 'Bitte wählen Sie zuerst ein Passwort:' },
      { kind: 'button', label: 'Passwort wählen', url: link },
      { kind: 'paragraph', text: `Der Link gilt ${invitationHours} Stunden und lässt sich einmal benutzen.` },
    ],
  }
}

/** To a person whose account an admin has repaired: the previous password is void. */
export function accessRepairedMail(
  person: Person,
  companyName: string,
  link: string,
  {
    users,
    contact,
    tokens,
    erasures,
    changes,
  }: {
    users: Pick<EndedUsers, 'ended' | 'kept' | 'staying'>
    contact: string | undefined
    tokens: readonly string[]
    erasures: readonly string[]
    changes: readonly DisputedChange[]
  },
): MailContent {
  const portal = companyName === '' ? 'Kundenportal' : `Kundenportal von ${companyName}`
  return {
    subject: 'Neues Passwort wählen',
    blocks: [
      {
        kind: 'paragraph',
        text: `wir haben Ihren Zugang zum ${portal} geändert. Zur Sicherheit gilt Ihr bisheriges Passwort nicht mehr, und Sie sind auf allen Geräten abgemeldet.`,
      },
      { kind: 'facts', rows: [['Benutzername', person.username]] },
      { kind: 'button', label: 'Neues Passwort wählen', url: link },
      {
        kind: 'paragraph',
        text: `Der Link gilt ${invitationHours} Stunden und lässt sich einmal benutzen. Einen neuen gibt es jederzeit unter „Passwort vergessen“.`,
      },
      ...disputedUsersBlocks(users),
      ...withdrawnErasuresBlocks(erasures),
      ...endedTokensBlocks(tokens),
      ...contactBlocks(contact),
      ...disputedChangesBlocks(changes),
    ],
  }
}

export function passwordResetMail(person: Person, link: string): MailContent {
  return {
    subject: 'Neues Passwort wählen',
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

/** To a user whose account was used from an unknown browser. */
export function unknownDeviceMail(
  person: Person,
  login: { at: Date; device: string; address: string; url: string },
): MailContent {
  return {
    subject: 'Anmeldung mit einem neuen Gerät',
    blocks: [
      {
        kind: 'paragraph',
        text: 'mit Ihrem Zugang zum Kundenportal hat sich jemand auf einem Gerät angemeldet, das wir noch nicht kennen.',
      },
      {
        kind: 'facts',
        rows: [
          ['Benutzername', person.username],
          ['Zeitpunkt', dateTimeText(login.at)],
          ['Gerät', login.device],
          ...(login.address === '' ? [] : [['IP-Adresse', login.address] as const]),
        ],
      },
      {
        kind: 'paragraph',
        text: 'Waren Sie das selbst, ist nichts zu tun. Wenn nicht, melden Sie das Gerät bitte in den Einstellungen ab und ändern Sie Ihr Passwort.',
      },
      { kind: 'button', label: 'Angemeldete Geräte ansehen', url: login.url },
    ],
  }
}

export function passwordChangedMail(
  person: Person,
  { at, resetUrl, ended, stop }: { at: Date; resetUrl: string; ended: EndedAccess; stop?: Stop },
): MailContent {
  return {
    subject: 'Ihr Passwort wurde geändert',
    blocks: [
      { kind: 'paragraph', text: 'für Ihren Zugang zum Kundenportal gilt jetzt ein neues Passwort.' },
      {
        kind: 'facts',
        rows: [
          ['Benutzername', person.username],
          ['Zeitpunkt', dateTimeText(at)],
        ],
      },
      ...goneBlocks(ended),
      ...(stop ? takeBackBlocks(stop) : newPasswordBlocks(resetUrl)),
    ],
  }
}

function newPasswordBlocks(url: string): MailContent['blocks'] {
  return [
    {
      kind: 'paragraph',
      text: 'Waren Sie das selbst, ist nichts zu tun. Wenn nicht, wählen Sie bitte sofort ein neues Passwort; damit endet die Anmeldung auf allen Geräten.',
    },
    { kind: 'button', label: 'Neues Passwort wählen', url },
  ]
}

/** The removed parts of an account. */
function goneBlocks({ hadEmailChange, factors }: EndedAccess): MailContent['blocks'] {
  return [
    ...(hadEmailChange
      ? [
          {
            kind: 'paragraph',
            text: 'Die Änderung Ihrer E-Mail-Adresse, die noch nicht bestätigt war, ist damit verworfen.',
          } as const,
        ]
      : []),
    ...(factors.length > 0
      ? [
          { kind: 'paragraph', text: 'Entfernt wurden außerdem:' } as const,
          { kind: 'facts', rows: factorRows(factors) } as const,
        ]
      : []),
  ]
}
