/** The German words on the paper of an invoice. Notes of VAT cases are in `contract/vat-cases.ts`. */
import type { InvoiceUnit } from '#contract/invoice-units.ts'
import type { VatCase } from '#contract/vat-cases.ts'

const kindWords = { invoice: 'Rechnung', cancellation: 'Stornorechnung' } as const
type Kind = keyof typeof kindWords

/** `Rechnung RE-2026-00042`; a draft has no number. */
export function paperTitle(kind: Kind, number: string | null): string {
  return number === null ? `${kindWords[kind]} (Entwurf)` : `${kindWords[kind]} ${number}`
}

export const draftMark = 'Entwurf'
/** The file of a preview. */
export const draftName = 'Rechnung_Entwurf.pdf'

export const factLabels = {
  number: { invoice: 'Rechnungsnummer', cancellation: 'Stornonummer' },
  issueDate: { invoice: 'Rechnungsdatum', cancellation: 'Datum' },
  serviceDate: 'Leistungsdatum',
  servicePeriod: 'Leistungszeitraum',
  dueDate: 'Fällig am',
  customerNumber: 'Kundennummer',
  buyerVatId: 'Ihre USt-IdNr.',
  leitwegId: 'Leitweg-ID',
  contact: 'Ansprechpartner',
  phone: 'Telefon',
} as const

/** The number of a draft. */
export const numberOnIssue = 'beim Ausstellen'

export const lineLabels = {
  position: 'Pos.',
  text: 'Leistung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  vat: 'USt.',
  net: 'Betrag',
  carriedOut: 'Zwischensumme',
  carriedIn: 'Übertrag',
} as const

export const unitWords: Readonly<Record<InvoiceUnit, string>> = {
  hour: 'Std.',
  piece: 'Stk.',
  kilometre: 'km',
  lumpSum: 'psch.',
}

/** Why a line has no tax, in its narrow column; null where the rate is printed. */
export const vatReferences: Readonly<Record<VatCase, string | null>> = {
  standard: null,
  reduced: null,
  photovoltaics: null,
  domesticReverse: '§ 13b',
  euReverse: 'Art. 196',
  smallBusiness: '§ 19',
}

export const sumLabels = {
  net: 'Nettobetrag',
  gross: 'Gesamtbetrag',
} as const

/** `19 % USt. auf 166,25 €`; with a reference instead of the rate: `USt. (§ 13b) auf 166,25 €`. */
export function vatLabel(rate: string, reference: string | null, base: string): string {
  return `${reference === null ? `${rate} USt.` : `USt. (${reference})`} auf ${base}`
}

/** First sentence of a cancellation, in place of a request for payment. */
export function cancellationText(number: string, date: string): string {
  return `Hiermit stornieren wir unsere Rechnung ${number} vom ${date} vollständig.`
}

export const cancellationReason = 'Grund'

export const paymentTexts = {
  heading: 'Zahlung',
  accountHolder: 'Empfänger',
  iban: 'IBAN',
  bic: 'BIC',
  bank: 'Bank',
  amount: 'Betrag',
  reference: 'Verwendungszweck',
  giroCode: 'GiroCode',
  giroCodeHint: 'mit der Banking-App scannen',
  giroCodeOnIssue: 'GiroCode erst auf der ausgestellten Rechnung',
  nothingToPay: 'Es ist nichts zu zahlen.',
} as const

export function paymentRequest(amount: string, dueDate: string | null): string {
  return dueDate === null ? `Bitte überweisen Sie ${amount}.` : `Bitte überweisen Sie ${amount} bis zum ${dueDate}.`
}

/** For screen readers. */
export function giroCodeAlternative(amount: string, accountHolder: string): string {
  return `GiroCode: Überweisung von ${amount} an ${accountHolder}`
}
export const logoAlternative = (seller: string): string => `Logo von ${seller}`

export const workRecordTexts = {
  heading: 'Leistungsnachweis',
  date: 'Datum',
  work: 'Tätigkeit',
  position: 'Pos.',
  hours: 'Stunden',
  net: 'Betrag netto',
  ticketSum: 'Summe',
  total: 'Summe aller Tickets',
} as const

export function workRecordOf(kind: Kind, number: string | null, date: string): string {
  return `Anlage zur ${paperTitle(kind, number)} vom ${date}`
}

/** Head of every page after the first. */
export function continuedTitle(kind: Kind, number: string | null, date: string): string {
  return `${paperTitle(kind, number)} vom ${date}`
}

export function pageLabel(page: number, count: number): string {
  return `Seite ${page} von ${count}`
}

export function copyNotice(number: string): string {
  return `Passwortgeschützte Lesekopie, inhaltsgleich mit der E-Rechnung ${number}`
}

export const footLabels = {
  phone: 'Tel.',
  iban: 'IBAN',
  bic: 'BIC',
  vatId: 'USt-IdNr.',
  taxNumber: 'Steuernr.',
} as const
