import { dateTimeText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'

/** The way back in a mail, and its deadline. */
export type Stop = {
  readonly url: string
  readonly until: Date
  /** Where an earlier address can recover the account until then. */
  readonly from?: Date | undefined
}

/** The end of a warning for the person who can recover the account. */
export function takeBackBlocks({ url, until, from }: Stop): MailContent['blocks'] {
  if (from) return laterBlocks(url, from, until)
  return [
    {
      kind: 'paragraph',
      text: `Waren Sie das selbst, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Holen Sie Ihren Zugang bitte mit diesem Link zurück. Er gilt bis ${dateTimeText(until)}, was auch immer danach noch geändert wird. Dann enden alle Anmeldungen, seither eingerichtete Passkeys und Codes werden entfernt, und Sie wählen ein neues Passwort.`,
    },
    { kind: 'button', label: 'Zugang zurückholen', url },
  ]
}

function laterBlocks(url: string, from: Date, until: Date): MailContent['blocks'] {
  return [
    {
      kind: 'paragraph',
      text: `Waren Sie das selbst, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Wählen Sie bitte sofort unter „Passwort vergessen“ ein neues. Zurückholen lässt sich Ihr Zugang vorerst mit dem Link in der E-Mail an Ihre frühere Adresse. Haben Sie diese nicht mehr, melden Sie sich bitte bei uns, oder nehmen Sie den Link unten. Er gilt ab ${dateTimeText(from)} bis ${dateTimeText(until)}; wird vorher noch eine andere Adresse eingetragen, gilt er erst später. Dann enden alle Anmeldungen, seit heute eingerichtete Passkeys und Codes werden entfernt, und Sie wählen ein neues Passwort.`,
    },
    { kind: 'button', label: 'Zugang zurückholen', url },
  ]
}
