import type { MissingData } from '#contract/invoices.ts'
import { formatCount } from '#web/lib/format/format.ts'

/** The pages on which the missing parts of invoices are entered. */
const places = {
  invoice: { title: 'Auf dem Entwurf', link: 'Zum Entwurf' },
  customer: { title: 'Beim Kunden', link: 'Zum Kunden' },
  company: { title: 'Im Unternehmensprofil', link: 'Zum Unternehmensprofil' },
  billing: { title: 'Unter „Abrechnung“ im Unternehmensprofil', link: 'Zur Abrechnung' },
  numberSeries: { title: 'Bei den Rechnungsnummern', link: 'Zu den Rechnungsnummern' },
} as const

export const missingPlaceTexts = {
  places,
  counted: (sentence: string, count: number) =>
    count === 1 ? sentence : `${sentence} (${formatCount(count)}\u00a0Mal)`,
  toField: 'Zum Feld',
}

export type MissingTarget = keyof typeof places

/** Fields of the business profile in the section on billing; all others are in that on the company. */
const billingFields = new Set(['iban', 'taxNumber', 'vatId'])

export function missingTarget({ place, field }: Pick<MissingData, 'place' | 'field'>): MissingTarget {
  if (place !== 'business') return place
  return billingFields.has(field) ? 'billing' : 'company'
}
