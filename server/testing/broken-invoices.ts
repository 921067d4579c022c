/**
 * Invoices that a validator has to refuse: each is one change to a valid one, unless stated otherwise to the XRechnung
 * of three lines. `by` is the rule that names the mistake.
 */
import { invoiceXml } from '#server/invoice-documents/cii-serializer.ts'
import type { XmlProfile } from '#server/invoice-documents/xml-profiles.ts'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'

export type BrokenInvoice = {
  mistake: string
  by: string
  sample?: keyof typeof invoiceSamples
  profile?: XmlProfile
  /** Further rules that the same change breaks. */
  also?: readonly string[]
  change: readonly (readonly [from: string | RegExp, to: string])[]
}

const headerVat = /<ram:ApplicableTradeTax>\s*<ram:CalculatedAmount>[\s\S]*?<\/ram:ApplicableTradeTax>/
const grossOff = [[/474\.51/g, '474.52']] as const

/** First official rule that is fatal (feasibility study of 2026-11-22). */
const refusedOfficially: readonly BrokenInvoice[] = [
  { mistake: 'no number', by: 'BR-02', change: [[/<ram:ID>RE-2026-00042<\/ram:ID>/, '']] },
  {
    mistake: 'no issue date',
    by: 'BR-03',
    change: [[/<ram:IssueDateTime>[\s\S]*?<\/ram:IssueDateTime>/, '']],
  },
  { mistake: 'type 999', by: 'BR-CL-01', change: [['>380<', '>999<']] },
  { mistake: 'currency EURO', by: 'BR-CL-04', change: [['Code>EUR<', 'Code>EURO<']] },
  {
    mistake: 'no buyer reference',
    by: 'BR-DE-15',
    change: [['<ram:BuyerReference>K-1001</ram:BuyerReference>', '']],
  },
  { mistake: 'no seller name', by: 'BR-06', change: [['<ram:Name>Lumen Technik Größl e. K.</ram:Name>', '']] },
  {
    mistake: 'no seller contact',
    by: 'BR-DE-2',
    also: ['BR-DE-5', 'BR-DE-6', 'BR-DE-7'],
    change: [[/<ram:DefinedTradeContact>[\s\S]*?<\/ram:DefinedTradeContact>/, '']],
  },
  { mistake: 'no seller city', by: 'BR-DE-3', change: [['<ram:CityName>Ulm</ram:CityName>', '']] },
  {
    mistake: 'no buyer e-mail',
    by: 'PEPPOL-EN16931-R010',
    change: [
      [/<ram:URIUniversalCommunication>\s*<ram:URIID schemeID="EM">buch[\s\S]*?<\/ram:URIUniversalCommunication>/, ''],
    ],
  },
  {
    mistake: 'no tax ids',
    by: 'BR-CO-26',
    also: ['BR-S-02', 'BR-DE-16'],
    change: [[/(<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>\s*){2}(?=<\/ram:Seller)/, '']],
  },
  {
    mistake: 'net of a line one cent off',
    by: 'BR-CO-10',
    also: ['BR-S-08', 'KP-LINE'],
    change: [['<ram:LineTotalAmount>166.25<', '<ram:LineTotalAmount>166.26<']],
  },
  {
    mistake: 'sum of lines off',
    by: 'BR-CO-10',
    also: ['BR-CO-13'],
    change: [['<ram:LineTotalAmount>398.75<', '<ram:LineTotalAmount>398.76<']],
  },
  { mistake: 'gross off', by: 'BR-CO-15', change: grossOff },
  {
    mistake: 'VAT 2 € off',
    by: 'BR-CO-17',
    also: ['KP-VAT'],
    change: [
      [/75\.76/g, '77.76'],
      [/474\.51/g, '476.51'],
    ],
  },
  {
    mistake: 'amount due differs',
    by: 'BR-CO-16',
    change: [['<ram:DuePayableAmount>474.51', '<ram:DuePayableAmount>474.5']],
  },
  {
    mistake: 'three decimals',
    by: 'BR-DEC-14',
    change: [['<ram:GrandTotalAmount>474.51<', '<ram:GrandTotalAmount>474.510<']],
  },
  {
    mistake: 'no lines',
    by: 'BR-16',
    also: ['BR-CO-10', 'BR-S-08'],
    change: [[/<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/, '']],
  },
  {
    mistake: 'line without a name',
    by: 'BR-25',
    also: ['PEPPOL-EN16931-R008'],
    change: [['<ram:Name>Beratung Energiemanagement</ram:Name>', '']],
  },
  { mistake: 'unit "Stunde"', by: 'BR-CL-23', change: [['"LS"', '"Stunde"']] },
  {
    mistake: 'negative price',
    by: 'BR-27',
    also: ['KP-LINE', 'PEPPOL-EN16931-R120'],
    change: [['<ram:ChargeAmount>12.50<', '<ram:ChargeAmount>-12.50<']],
  },
  {
    mistake: 'category X',
    by: 'BR-CL-18',
    also: ['BR-S-08'],
    change: [[/S(?=<\/ram:CategoryCode>)/, 'X']],
  },
  {
    mistake: 'S with rate 0',
    by: 'BR-S-05',
    also: ['BR-S-08'],
    change: [['19.00</ram:RateApplicablePercent>', '0.00</ram:RateApplicablePercent>']],
  },
  { mistake: 'no VAT breakdown', by: 'BR-CO-18', also: ['BR-CO-14', 'BR-S-01'], change: [[headerVat, '']] },
  {
    mistake: 'no payment means',
    by: 'BR-DE-1',
    change: [[/<ram:SpecifiedTradeSettlementPaymentMeans>[\s\S]*?<\/ram:SpecifiedTradeSettlementPaymentMeans>/, '']],
  },
  { mistake: 'period ends before it begins', by: 'BR-29', change: [['>20261001<', '>20261101<']] },
]

/** Faults that the official rules accept or only warn about. */
const letPassOfficially: readonly BrokenInvoice[] = [
  {
    mistake: 'VAT one cent off, gross with it',
    by: 'KP-VAT',
    change: [
      [/75\.76/g, '75.77'],
      [/474\.51/g, '474.52'],
    ],
  },
  {
    mistake: 'IBAN with wrong check digits',
    by: 'KP-IBAN',
    change: [['DE02120300000000202051', 'DE03120300000000202051']],
  },
  {
    mistake: 'no due date, a payment term instead',
    by: 'KP-DUE-DATE',
    change: [
      [/<ram:DueDateDateTime>[\s\S]*?<\/ram:DueDateDateTime>/, '<ram:Description>14 Tage netto</ram:Description>'],
    ],
  },
  {
    mistake: 'no service period',
    by: 'KP-SERVICE-PERIOD',
    change: [[/<ram:BillingSpecifiedPeriod>[\s\S]*?<\/ram:BillingSpecifiedPeriod>/, '']],
  },
  { mistake: 'due before it was issued', by: 'KP-DUE-BEFORE-ISSUE', change: [['>20261116<', '>20261101<']] },
  { mistake: 'cancellation without reference', by: 'KP-REFERENCE', change: [['>380<', '>384<']] },
  {
    mistake: 'unknown specification id',
    by: 'KP-SPECIFICATION',
    change: [['kosit:xrechnung_3.0<', 'kosit:xrechnung_9.9<']],
  },
  {
    mistake: 'e-mail without @',
    by: 'KP-EMAIL',
    also: ['BR-DE-28'],
    change: [['<ram:URIID>rechnung@lumen', '<ram:URIID>rechnung.lumen']],
  },
]

/** Where the VAT case of the three lines is another one. */
const ofOtherCases: readonly BrokenInvoice[] = [
  {
    sample: 'domestic-reverse',
    mistake: 'AE without the VAT id of the buyer',
    by: 'BR-AE-02',
    change: [
      [/<ram:SpecifiedTaxRegistration>\s*<ram:ID schemeID="VA">DE987[\s\S]*?<\/ram:SpecifiedTaxRegistration>/, ''],
    ],
  },
  {
    sample: 'small-business',
    mistake: 'E without a reason',
    by: 'BR-E-10',
    change: [[/<ram:ExemptionReason>[\s\S]*?<\/ram:ExemptionReason>/, '']],
  },
]

/** The 35 of the feasibility study. */
export const brokenInvoices = [...refusedOfficially, ...letPassOfficially, ...ofOtherCases]

/** Throws where a change finds nothing to change. */
export function breakInvoice({
  change,
  sample = 'standard',
  profile = 'xrechnung',
  mistake,
}: BrokenInvoice): Uint8Array {
  const valid = new TextDecoder().decode(invoiceXml(invoiceSamples[sample], profile))
  const broken = change.reduce((xml, [from, to]) => {
    const changed = xml.replace(from, to)
    if (changed === xml) throw new Error(`Nothing to change for "${mistake}".`)
    return changed
  }, valid)
  return new TextEncoder().encode(broken)
}
