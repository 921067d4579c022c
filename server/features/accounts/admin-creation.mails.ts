import { momentText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'
import { type Stop, takeBackBlocks } from './stop-link.mails.ts'

type Making = {
  /** User names of the new admin and of the maker. */
  readonly made: string
  readonly by: string
  readonly at: Date
  readonly url: string
  /** For the person who can recover the maker's account. */
  readonly stop?: Stop | undefined
}

/** To all admins, because an admin can do everything. */
export function adminMadeMail({ made, by, at, url, stop }: Making): MailContent {
  return {
    subject: 'Neuer Administrator',
    blocks: [
      {
        kind: 'paragraph',
        text: 'im Kundenportal gibt es einen neuen Administrator. Er kann alles sehen und ändern.',
      },
      {
        kind: 'facts',
        rows: [
          ['Benutzername', made],
          ['Dazu gemacht von', by],
          ['Zeitpunkt', momentText(at)],
        ],
      },
      ...(stop
        ? [
            ...takeBackBlocks(stop),
            {
              kind: 'paragraph',
              text: 'Der neue Administrator wird dabei deaktiviert. Bis der Link abläuft, kann er Ihren Zugang nicht ändern.',
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
