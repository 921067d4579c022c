import type { MailContent } from '#server/mail/layout.ts'

/** Part of the mail about a recovered or repaired account: asks the owner to check an address that may be a thief's. */
export function contactBlocks(contact: string | undefined): MailContent['blocks'] {
  if (contact === undefined) return []
  return [
    { kind: 'heading', text: 'Bitte prüfen: E-Mail für Rechnungen und Benachrichtigungen' },
    { kind: 'facts', rows: [['Eingetragen ist', contact]] },
    {
      kind: 'paragraph',
      text: 'Mit Ihrem Zugang wurde diese Adresse kürzlich geändert. Sie gilt nicht mehr als bestätigt. Ist es nicht Ihre, ändern Sie sie bitte in den Einstellungen. Ist es Ihre, bestätigen Sie sie dort bitte erneut.',
    },
  ]
}
