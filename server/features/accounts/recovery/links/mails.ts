import { momentText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'

/** The way back in a mail, and until when it is open. */
export type Stop = { readonly url: string; readonly until: Date }

/** Ends a warning for who can take the account back. */
export function takeBackBlocks({ url, until }: Stop): MailContent['blocks'] {
  return [
    {
      kind: 'paragraph',
      text: `Waren Sie das selbst, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Holen Sie Ihren Zugang bitte mit diesem Link zurück. Er gilt bis ${momentText(until)}, was auch immer danach noch geändert wird. Dann enden alle Anmeldungen, seither eingerichtete Passkeys und Codes werden entfernt, und Sie wählen ein neues Passwort.`,
    },
    { kind: 'button', label: 'Zugang zurückholen', url },
  ]
}
