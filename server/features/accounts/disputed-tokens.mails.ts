import type { MailContent } from '#server/mail/layout.ts'

/**
 * Part of the mail about a recovered or repaired account: tokens of endpoints that may be a thief's. Without names of
 * endpoints, which users enter.
 */
export function endedTokensBlocks(userNames: readonly string[]): MailContent['blocks'] {
  if (userNames.length === 0) return []
  return [
    { kind: 'heading', text: 'DNS-Updater: Token ungültig gemacht' },
    { kind: 'facts', rows: userNames.map(name => ['Benutzername im Router', name] as const) },
    {
      kind: 'paragraph',
      text: 'Für diese Endpunkte wurde mit Ihrem Zugang kürzlich ein Token erzeugt. Router mit einem Token dieser Endpunkte melden vorerst keine Adressen mehr. Erzeugen Sie bitte neue Token im Portal unter „DNS-Updater“, und prüfen Sie dort die Hostnamen.',
    },
  ]
}
