import { dateTimeText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'
import { type Stop, takeBackBlocks } from './stop-link.mails.ts'

type Making = {
  /** User names of the admin and of the maker. */
  readonly made: string
  /** An existing admin was given another address: its reader can log in as this admin. */
  readonly isReaddressed: boolean
  readonly by: string
  readonly at: Date
  readonly url: string
  /** For the person who can recover the maker's account. */
  readonly stop?: Stop | undefined
}

/** To all admins, because an admin can do everything. */
export function adminMadeMail({ made, isReaddressed, by, at, url, stop }: Making): MailContent {
  return {
    subject: isReaddressed ? 'Andere E-Mail-Adresse eines Administrators' : 'Neuer Administrator',
    blocks: [
      {
        kind: 'paragraph',
        text: isReaddressed
          ? 'im Kundenportal hat ein Administrator eine andere E-Mail-Adresse bekommen. Wer sie liest, kommt mit dessen Zugang hinein und kann alles sehen und ändern.'
          : 'im Kundenportal gibt es einen neuen Administrator. Er kann alles sehen und ändern.',
      },
      {
        kind: 'facts',
        rows: [
          ['Benutzername', made],
          [isReaddressed ? 'Geändert von' : 'Dazu gemacht von', by],
          ['Zeitpunkt', dateTimeText(at)],
        ],
      },
      ...(stop
        ? [
            ...takeBackBlocks(stop),
            {
              kind: 'paragraph',
              text: 'Dieser Administrator wird dabei deaktiviert. Bis der Link abläuft, kann er Ihren Zugang nicht ändern.',
            } as const,
          ]
        : [
            {
              kind: 'paragraph',
              text: 'Ist das in Ordnung, ist nichts zu tun. Wenn nicht, deaktivieren Sie bitte sofort beide Zugänge und sprechen Sie mit der Person, der der Zugang gehört.',
            } as const,
            { kind: 'button', label: 'Benutzer öffnen', url } as const,
          ]),
    ],
  }
}
