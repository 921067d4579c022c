import type { MailContent } from '#server/mail/layout.ts'
import type { RaisedUser } from './raised-user.queries.ts'

/** More are counted: a thief may have created any number. */
const namedMax = 50

/**
 * Part of the mail about a recovered or repaired account: users that a thief may have created or changed with it. By
 * their user names only.
 */
export function disputedUsersBlocks({
  ended,
  kept,
  staying,
}: {
  readonly ended: readonly RaisedUser[]
  readonly kept: readonly RaisedUser[]
  readonly staying: readonly RaisedUser[]
}): MailContent['blocks'] {
  const admins = ended.filter(({ role }) => role === 'admin')
  const others = ended.filter(({ role }) => role !== 'admin')
  return [
    ...blocksOf('Deaktivierte Administratoren', admins),
    ...blocksOf('Deaktivierte Benutzer von Kunden', others),
    ...(ended.length === 0
      ? []
      : [
          {
            kind: 'paragraph',
            text: 'In dieser Zeit wurden sie mit Ihrem Zugang angelegt oder geändert. Wer davon bleiben soll, wird unter „Benutzer“ wieder aktiviert. Prüfen Sie dort bitte zuerst E-Mail-Adresse und Kunde.',
          } as const,
        ]),
    ...blocksOf('Weiter aktiv, weil beim Stoppen so gewählt', kept),
    ...blocksOf('Bitte prüfen: weiter aktive Benutzer', staying),
    ...(staying.length === 0
      ? []
      : [
          {
            kind: 'paragraph',
            text: 'In den letzten 30 Tagen wurden sie mit Ihrem Zugang angelegt oder geändert. War das jemand anders, deaktivieren Sie sie bitte unter „Benutzer“.',
          } as const,
        ]),
  ]
}

function blocksOf(heading: string, users: readonly RaisedUser[]): MailContent['blocks'] {
  if (users.length === 0) return []
  const more = users.length - namedMax
  return [
    { kind: 'heading', text: heading },
    {
      kind: 'facts',
      rows: [
        ...users.slice(0, namedMax).map(({ username }) => ['Benutzername', username] as const),
        ...(more > 0 ? [['Außerdem', `${more} weitere`] as const] : []),
      ],
    },
  ]
}
