/**
 * Rules of XRechnung 3.0.2 beyond EN 16931: the German ones (BR-DE, and BR-TMP-7 of release 2.6.0) and those adopted
 * from Peppol. Warnings and hints stop an invoice, too. Their siblings BR-DE-19, -21, -26 and BR-DE-TMP-32 are among
 * the rules of our own, for both profiles.
 */
import { isDate } from './document-rules.ts'
import {
  absolute,
  decimalAt,
  hasTaxRegistration,
  type InvoiceRule,
  linePaths,
  paths,
  roundedProduct,
} from './invoice-rule.ts'
import { all, textAt } from './xml-reader.ts'

const contact = `${paths.seller}/ram:DefinedTradeContact`
const contactPhone = `${contact}/ram:TelephoneUniversalCommunication/ram:CompleteNumber`
const contactEmail = `${contact}/ram:EmailURIUniversalCommunication/ram:URIID`
const electronicAddress = 'ram:URIUniversalCommunication/ram:URIID'

/** BR-DE-28: ASCII on both sides of one @, no dot at the edges, a dot in the domain. */
const emailForm =
  /^[\w!#$%&"*+/=?^`{|}~-]+(\.[\w!#$%&"*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i

export const xrechnungRules: readonly InvoiceRule[] = [
  present('BR-DE-1', paths.paymentMeans, 'Die Angaben zur Zahlung fehlen.'),
  present('BR-DE-2', contact, 'Ihr Ansprechpartner mit Telefon und E-Mail fehlt.'),
  filled('BR-DE-3', `${paths.seller}/ram:PostalTradeAddress/ram:CityName`, 'In Ihrer Anschrift fehlt der Ort.'),
  filled('BR-DE-4', `${paths.seller}/ram:PostalTradeAddress/ram:PostcodeCode`, 'In Ihrer Anschrift fehlt die PLZ.'),
  filled('BR-DE-5', `${contact}/ram:PersonName`, 'Der Name Ihres Ansprechpartners fehlt.'),
  filled('BR-DE-6', contactPhone, 'Die Telefonnummer Ihres Ansprechpartners fehlt.'),
  filled('BR-DE-7', contactEmail, 'Die E-Mail-Adresse Ihres Ansprechpartners fehlt.'),
  filled('BR-DE-8', `${paths.buyer}/ram:PostalTradeAddress/ram:CityName`, 'In der Anschrift des Kunden fehlt der Ort.'),
  filled(
    'BR-DE-9',
    `${paths.buyer}/ram:PostalTradeAddress/ram:PostcodeCode`,
    'In der Anschrift des Kunden fehlt die PLZ.',
  ),
  {
    id: 'BR-DE-14',
    profile: 'xrechnung',
    at: paths.vat,
    holds: row => textAt(row, 'ram:RateApplicablePercent') !== '',
    sentence: 'In der Aufstellung der Umsatzsteuer fehlt ein Steuersatz.',
  },
  filled('BR-DE-15', paths.buyerReference, 'Die Referenz des Kunden fehlt (Leitweg-ID oder Kundennummer).'),
  {
    // The condition for S, Z, E and AE, so for each invoice of the portal.
    id: 'BR-DE-16',
    profile: 'xrechnung',
    at: '',
    holds: invoice => hasTaxRegistration(all(invoice, paths.seller)[0], ['VA', 'FC']),
    sentence: 'Ihre Steuernummer oder USt-IdNr. fehlt.',
  },
  {
    id: 'BR-DE-23-a',
    profile: 'xrechnung',
    at: paths.paymentMeans,
    holds: means => all(means, 'ram:PayeePartyCreditorFinancialAccount').length > 0,
    sentence: 'Das Konto für die Überweisung fehlt.',
  },
  {
    id: 'BR-DE-27',
    profile: 'xrechnung',
    at: contactPhone,
    holds: ({ text }) => text.replaceAll(/\D/g, '').length >= 3,
    sentence: 'Die Telefonnummer Ihres Ansprechpartners hat weniger als drei Ziffern.',
  },
  {
    id: 'BR-DE-28',
    profile: 'xrechnung',
    at: contactEmail,
    holds: ({ text }) => emailForm.test(text),
    sentence: 'Die E-Mail-Adresse Ihres Ansprechpartners ist ungültig.',
  },
  {
    // CII-DT-097 looks only at dates that name their format.
    id: 'BR-TMP-7',
    profile: 'xrechnung',
    at: '*',
    holds: element => !isDate(element) || (element.attributes.format === '102' && /^\d{8}$/.test(element.text)),
    sentence: 'Ein Datum ist nicht als JJJJMMTT mit dem Format 102 geschrieben.',
  },
  filled('PEPPOL-EN16931-R001', paths.process, 'Der Geschäftsprozess (BT-23) fehlt.'),
  filled('PEPPOL-EN16931-R010', `${paths.buyer}/${electronicAddress}`, 'Die E-Mail-Adresse des Kunden fehlt.'),
  filled('PEPPOL-EN16931-R020', `${paths.seller}/${electronicAddress}`, 'Ihre E-Mail-Adresse fehlt.'),
  {
    // Two cents of difference pass; KP-LINE is exact.
    id: 'PEPPOL-EN16931-R120',
    profile: 'xrechnung',
    at: paths.line,
    holds: line => {
      const [quantity, price] = [decimalAt(line, linePaths.quantity), decimalAt(line, linePaths.price)]
      const net = decimalAt(line, linePaths.net)
      if (quantity === null || price === null || net === null) return true
      return absolute(net - roundedProduct(quantity, price)) <= 20_000n
    },
    sentence: 'Der Nettobetrag weicht von Menge mal Einzelpreis ab.',
  },
]

function present(id: string, path: string, sentence: string): InvoiceRule {
  return { id, profile: 'xrechnung', at: '', holds: invoice => all(invoice, path).length > 0, sentence }
}

function filled(id: string, path: string, sentence: string): InvoiceRule {
  return { id, profile: 'xrechnung', at: '', holds: invoice => textAt(invoice, path) !== '', sentence }
}
