import type { MailContent } from '#server/mail/layout.ts'
import type { Person } from './account.queries.ts'

/** To a person whose login name an admin has changed. */
export function usernameChangedMail({ username }: Pick<Person, 'username'>): MailContent {
  return {
    subject: 'Ihr Benutzername wurde geändert',
    blocks: [
      {
        kind: 'paragraph',
        text: 'wir haben den Benutzernamen Ihres Zugangs zum Kundenportal geändert. Bitte melden Sie sich künftig mit dem neuen an. Ihr Passwort bleibt, wie es ist.',
      },
      { kind: 'facts', rows: [['Neuer Benutzername', username]] },
      { kind: 'paragraph', text: 'Kommt Ihnen das merkwürdig vor, melden Sie sich bitte bei uns.' },
    ],
  }
}
