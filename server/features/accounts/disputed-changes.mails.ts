import type { MailContent } from '#server/mail/layout.ts'
import type { DisputedChange } from './disputed-changes.queries.ts'

/** More are counted: a thief may have changed any number. */
const namedMax = 50
/** What money and mails follow is named, the rest is summed up. */
const labels: Readonly<Record<string, string>> = {
  iban: 'IBAN',
  bic: 'BIC',
  accountHolder: 'Kontoinhaber',
  email: 'E-Mail',
  phone: 'Telefon',
  address: 'Anschrift',
  companyName: 'Firma',
  company: 'Firma',
}
const otherFields = 'weitere Angaben'

/** Part of the mail about a recovered or repaired account: fields that a thief may have changed with it. */
export function disputedChangesBlocks(changes: readonly DisputedChange[]): MailContent['blocks'] {
  if (changes.length === 0) return []
  const more = changes.length - namedMax
  return [
    { kind: 'heading', text: 'Bitte prüfen: geänderte Angaben' },
    {
      kind: 'facts',
      rows: [
        ...changes
          .slice(0, namedMax)
          .map(
            ({ customerNumber, fields }) =>
              [
                customerNumber === null ? 'Ihr Unternehmen' : `Kundenkonto ${customerNumber}`,
                [...new Set(fields.map(field => labels[field] ?? otherFields))].join(', '),
              ] as const,
          ),
        ...(more > 0 ? [['Außerdem', `${more} weitere Kundenkonten`] as const] : []),
      ],
    },
    {
      kind: 'paragraph',
      text: 'Mit Ihrem Zugang wurde dies kürzlich geändert. Frühere Werte bewahrt das Portal nicht auf: War es jemand anders, tragen Sie bitte die richtigen ein.',
    },
  ]
}
