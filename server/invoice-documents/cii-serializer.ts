/**
 * The XML of an issued invoice in the syntax CII (UN/CEFACT Cross Industry Invoice D16B), from its snapshot alone. The
 * schema fixes the order of the elements. BT and BG numbers: EN 16931-1.
 */

import type { VatGroup } from '#contract/invoice-sums.ts'
import { unitCodes } from '#contract/invoice-units.ts'
import { cancellationNote } from '#contract/texts/invoice-xml.texts.ts'
import { vatRules } from '#contract/vat-cases.ts'
import type {
  InvoiceSnapshot,
  SnapshotAddress,
  SnapshotBuyer,
  SnapshotLine,
  SnapshotSeller,
} from './invoice-snapshot.ts'
import { specificationIds, type XmlProfile } from './xml-profiles.ts'
import { node, writeXml, type XmlNode } from './xml-writer.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}
/** Billing without an order, as a business process of Peppol (BT-23, PEPPOL-EN16931-R001). */
const businessProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const typeCodes = { invoice: '380', cancellation: '384' } as const
/** SEPA credit transfer (BT-81). */
const creditTransfer = '58'
const currency = 'EUR'

/**
 * UTF-8, the same bytes for the same snapshot. Throws a RangeError for a character that XML cannot hold;
 * `unprintableCharacters` names it and its field beforehand.
 */
export function invoiceXml(invoice: InvoiceSnapshot, profile: XmlProfile): Uint8Array<ArrayBuffer> {
  return writeXml(
    node(
      'rsm:CrossIndustryInvoice',
      [
        node('rsm:ExchangedDocumentContext', [
          ram('BusinessProcessSpecifiedDocumentContextParameter', [ram('ID', businessProcess)]),
          ram('GuidelineSpecifiedDocumentContextParameter', [ram('ID', specificationIds[profile])]),
        ]),
        documentNode(invoice),
        node('rsm:SupplyChainTradeTransaction', [
          ...invoice.lines.map(lineNode),
          agreementNode(invoice),
          // BT-72: the schema demands the element, and empty it breaks PEPPOL-EN16931-R008.
          ram('ApplicableHeaderTradeDelivery', [
            ram('ActualDeliverySupplyChainEvent', [dateNode('ram:OccurrenceDateTime', invoice.serviceTo)]),
          ]),
          settlementNode(invoice),
        ]),
      ],
      namespaces,
    ),
  )
}

function documentNode({ number, kind, issueDate, notes, cancels, closingText }: InvoiceSnapshot): XmlNode {
  const texts = [
    ...(cancels === null ? [] : [cancellationNote(cancels.number, germanDate(cancels.issueDate), cancels.reason)]),
    ...notes,
    closingText,
  ]
  return node('rsm:ExchangedDocument', [
    ram('ID', number),
    ram('TypeCode', typeCodes[kind]),
    dateNode('ram:IssueDateTime', issueDate),
    ...texts.filter(text => text !== '').map(text => ram('IncludedNote', [ram('Content', text)])),
  ])
}

/** BG-25. */
function lineNode({ position, text, description, ...line }: SnapshotLine): XmlNode {
  const { category, rate } = vatRules[line.vatCase]
  return ram('IncludedSupplyChainTradeLineItem', [
    ram('AssociatedDocumentLineDocument', [ram('LineID', String(position))]),
    ram('SpecifiedTradeProduct', [ram('Name', text), optional('Description', description)]),
    ram('SpecifiedLineTradeAgreement', [
      ram('NetPriceProductTradePrice', [ram('ChargeAmount', decimal(line.unitPriceE4, 4))]),
    ]),
    ram('SpecifiedLineTradeDelivery', [
      ram('BilledQuantity', decimal(line.quantityMilli, 3), { unitCode: unitCodes[line.unit] }),
    ]),
    ram('SpecifiedLineTradeSettlement', [
      ram('ApplicableTradeTax', [
        ram('TypeCode', 'VAT'),
        ram('CategoryCode', category),
        ram('RateApplicablePercent', decimal(rate, 2)),
      ]),
      ram('SpecifiedTradeSettlementLineMonetarySummation', [ram('LineTotalAmount', decimal(line.netCents, 2))]),
    ]),
  ])
}

function agreementNode({ seller, buyer }: InvoiceSnapshot): XmlNode {
  return ram('ApplicableHeaderTradeAgreement', [
    // BT-10: authorities route by it, everybody else gets the own customer number.
    optional('BuyerReference', buyer.kind === 'public' ? buyer.leitwegId : buyer.customerNumber),
    sellerNode(seller),
    buyerNode(buyer),
  ])
}

/** BG-4. */
function sellerNode(seller: SnapshotSeller): XmlNode {
  return ram('SellerTradeParty', [
    // BR-CO-26: without a VAT id another identifier (BT-29).
    seller.vatId === '' ? optional('ID', seller.register || seller.taxNumber) : null,
    ram('Name', seller.name),
    ram('DefinedTradeContact', [
      ram('PersonName', seller.contactName),
      ram('TelephoneUniversalCommunication', [ram('CompleteNumber', seller.phone)]),
      ram('EmailURIUniversalCommunication', [ram('URIID', seller.email)]),
    ]),
    addressNode(seller.address),
    emailNode(seller.email),
    taxRegistrationNode('FC', seller.taxNumber),
    taxRegistrationNode('VA', seller.vatId),
  ])
}

/** BG-7. */
function buyerNode(buyer: SnapshotBuyer): XmlNode {
  return ram('BuyerTradeParty', [
    optional('ID', buyer.customerNumber),
    ram('Name', buyer.name),
    buyer.contactName === '' ? null : ram('DefinedTradeContact', [ram('PersonName', buyer.contactName)]),
    addressNode(buyer.address),
    buyer.email === '' ? null : emailNode(buyer.email),
    taxRegistrationNode('VA', buyer.vatId),
  ])
}

function addressNode({ street, zip, city, country }: SnapshotAddress): XmlNode {
  return ram('PostalTradeAddress', [
    ram('PostcodeCode', zip),
    ram('LineOne', street),
    ram('CityName', city),
    ram('CountryID', country),
  ])
}

/** Electronic address (BT-34, BT-49). */
function emailNode(email: string): XmlNode {
  return ram('URIUniversalCommunication', [ram('URIID', email, { schemeID: 'EM' })])
}

/** `VA`: VAT id (BT-31, BT-48); `FC`: tax number (BT-32). */
function taxRegistrationNode(schemeID: 'VA' | 'FC', id: string): XmlNode | null {
  return id === '' ? null : ram('SpecifiedTaxRegistration', [ram('ID', id, { schemeID })])
}

function settlementNode(invoice: InvoiceSnapshot): XmlNode {
  const { seller, cancels } = invoice
  return ram('ApplicableHeaderTradeSettlement', [
    ram('PaymentReference', invoice.number),
    ram('InvoiceCurrencyCode', currency),
    // BR-DE-1 demands it of cancellations, too.
    ram('SpecifiedTradeSettlementPaymentMeans', [
      ram('TypeCode', creditTransfer),
      ram('PayeePartyCreditorFinancialAccount', [
        ram('IBANID', seller.iban.replaceAll(' ', '')),
        optional('AccountName', seller.accountHolder),
      ]),
      seller.bic === '' ? null : ram('PayeeSpecifiedCreditorFinancialInstitution', [ram('BICID', seller.bic)]),
    ]),
    ...invoice.groups.map(vatNode),
    ram('BillingSpecifiedPeriod', [
      dateNode('ram:StartDateTime', invoice.serviceFrom),
      dateNode('ram:EndDateTime', invoice.serviceTo),
    ]),
    invoice.dueDate === null
      ? null
      : ram('SpecifiedTradePaymentTerms', [dateNode('ram:DueDateDateTime', invoice.dueDate)]),
    sumsNode(invoice),
    cancels === null
      ? null
      : ram('InvoiceReferencedDocument', [
          ram('IssuerAssignedID', cancels.number),
          dateNode('ram:FormattedIssueDateTime', cancels.issueDate, 'qdt'),
        ]),
  ])
}

/** BG-23. */
function vatNode({ vatCase, category, rate, baseCents, taxCents }: VatGroup): XmlNode {
  const { note, exemptionCode } = vatRules[vatCase]
  const needsReason = category === 'AE' || category === 'E'
  return ram('ApplicableTradeTax', [
    ram('CalculatedAmount', decimal(taxCents, 2)),
    ram('TypeCode', 'VAT'),
    needsReason ? optional('ExemptionReason', note ?? '') : null,
    ram('BasisAmount', decimal(baseCents, 2)),
    ram('CategoryCode', category),
    optional('ExemptionReasonCode', exemptionCode ?? ''),
    ram('RateApplicablePercent', decimal(rate, 2)),
  ])
}

/** BG-22. */
function sumsNode({ netCents, taxCents, grossCents }: InvoiceSnapshot): XmlNode {
  return ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
    ram('LineTotalAmount', decimal(netCents, 2)),
    ram('TaxBasisTotalAmount', decimal(netCents, 2)),
    ram('TaxTotalAmount', decimal(taxCents, 2), { currencyID: currency }),
    ram('GrandTotalAmount', decimal(grossCents, 2)),
    ram('DuePayableAmount', decimal(grossCents, 2)),
  ])
}

function ram(
  name: string,
  content: string | readonly (XmlNode | null)[],
  attributes?: Record<string, string>,
): XmlNode {
  return node(`ram:${name}`, content, attributes)
}

/** Left out without a text: PEPPOL-EN16931-R008 forbids empty elements. */
function optional(name: string, text: string): XmlNode | null {
  return text === '' ? null : ram(name, text)
}

/** Format 102 is `YYYYMMDD`. */
function dateNode(name: string, date: string, prefix: 'udt' | 'qdt' = 'udt'): XmlNode {
  return node(name, [node(`${prefix}:DateTimeString`, date.replaceAll('-', ''), { format: '102' })])
}

function germanDate(date: string): string {
  return date.split('-').toReversed().join('.')
}

/** At least two decimals, further ones only where they are not zero: `95.00`, `12.345`. */
function decimal(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(2, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${fraction}`
}
