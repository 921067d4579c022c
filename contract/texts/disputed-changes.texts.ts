/** Which fields were changed with an account in dispute, in German: the mail and the page of a stop list them. */
import type { DisputedChange } from '#contract/user-settings.ts'

/** Fields that direct money and mails are named, the rest is summed up. */
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
/** Further ones are only counted: a thief may have changed any number. */
const namedMax = 50

export const disputedChangesTexts = {
  title: 'Bitte prüfen: geänderte Angaben',
  hint: 'Mit Ihrem Zugang wurde dies kürzlich geändert. Frühere Werte bewahrt das Portal nicht auf: War es jemand anders, tragen Sie bitte die richtigen ein.',
} as const

/** A row per account: its name and the changed fields. */
export function disputedChangeRows(changes: readonly DisputedChange[]): (readonly [string, string])[] {
  const more = changes.length - namedMax
  return [
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
  ]
}
