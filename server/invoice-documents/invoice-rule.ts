/** The type of a rule, and how rules read the XML of an invoice. */

import type { XmlProfile } from './xml-profiles.ts'
import { all, textAt, type XmlElement } from './xml-reader.ts'

export type InvoiceRule = {
  /** The official id, or one of ours that begins with `KP-`. */
  id: string
  profile: XmlProfile | 'both'
  /** The rule is asked at every element of this path below the root; `''` is the root, `*` every element. */
  at: string
  holds: (element: XmlElement, invoice: XmlElement) => boolean
  /** For the owner. */
  sentence: string
}

const transaction = 'rsm:SupplyChainTradeTransaction'
const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`
const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`

/** Paths of the syntax CII, from the root. */
export const paths = {
  process: 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID',
  specification: 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
  number: 'rsm:ExchangedDocument/ram:ID',
  typeCode: 'rsm:ExchangedDocument/ram:TypeCode',
  issueDate: 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString',
  line: `${transaction}/ram:IncludedSupplyChainTradeLineItem`,
  buyerReference: `${agreement}/ram:BuyerReference`,
  seller: `${agreement}/ram:SellerTradeParty`,
  buyer: `${agreement}/ram:BuyerTradeParty`,
  serviceDate: `${transaction}/ram:ApplicableHeaderTradeDelivery/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString`,
  currency: `${settlement}/ram:InvoiceCurrencyCode`,
  paymentMeans: `${settlement}/ram:SpecifiedTradeSettlementPaymentMeans`,
  vat: `${settlement}/ram:ApplicableTradeTax`,
  period: `${settlement}/ram:BillingSpecifiedPeriod`,
  periodStart: `${settlement}/ram:BillingSpecifiedPeriod/ram:StartDateTime/udt:DateTimeString`,
  periodEnd: `${settlement}/ram:BillingSpecifiedPeriod/ram:EndDateTime/udt:DateTimeString`,
  terms: `${settlement}/ram:SpecifiedTradePaymentTerms`,
  dueDate: `${settlement}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString`,
  sums: `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`,
  preceding: `${settlement}/ram:InvoiceReferencedDocument`,
} as const

/** Paths of a line, from the line. */
export const linePaths = {
  id: 'ram:AssociatedDocumentLineDocument/ram:LineID',
  name: 'ram:SpecifiedTradeProduct/ram:Name',
  price: 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount',
  quantity: 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity',
  vat: 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax',
  net: 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
} as const

/** Type code 384 (BT-3). */
export function isCancellation(invoice: XmlElement): boolean {
  return textAt(invoice, paths.typeCode) === '384'
}

/** `VA` is a VAT id, `FC` a tax number. */
export function hasTaxRegistration(party: XmlElement | undefined, schemes: readonly string[]): boolean {
  const ids = party === undefined ? [] : all(party, 'ram:SpecifiedTaxRegistration/ram:ID')
  return ids.some(({ attributes, text }) => schemes.includes(attributes.schemeID ?? '') && text !== '')
}

/** The same numbers as in `contract/invoice-sums.ts` would not do here: a broken file may hold any decimals. */
const perUnit = 1_000_000n

/** Millionths; null for anything that is no plain decimal number. */
export function decimalAt(from: XmlElement, path: string): bigint | null {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(textAt(from, path)) ?? []
  if (whole === undefined) return null
  const value = BigInt(whole) * perUnit + BigInt(fraction.padEnd(6, '0'))
  return sign === '-' ? -value : value
}

/** Null as soon as one of the numbers is none. */
export function sumOf(values: readonly (bigint | null)[]): bigint | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0n)
}

/** Product of two decimals in millionths, rounded to the cent, half a cent away from zero; `divisor` 100: percent. */
export function roundedProduct(one: bigint, other: bigint, divisor = 1n): bigint {
  const product = one * other
  const perCent = 10_000n * perUnit * divisor
  const cents = (2n * absolute(product) + perCent) / (2n * perCent)
  return (product < 0n ? -cents : cents) * 10_000n
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** BR-DEC: an amount has two decimals at most. */
export function hasTwoDecimals(from: XmlElement, path: string): boolean {
  return (textAt(from, path).split('.')[1] ?? '').length <= 2
}
