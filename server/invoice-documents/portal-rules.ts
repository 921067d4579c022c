/** Our own rules, for faults that the official ones accept or only warn about. */
import { hasValidCheckDigits } from '#contract/iban.ts'
import { isDate } from './document-rules.ts'
import {
  decimalAt,
  hasTaxRegistration,
  type InvoiceRule,
  isCancellation,
  linePaths,
  paths,
  roundedProduct,
} from './invoice-rule.ts'
import { specificationIds, type XmlProfile } from './xml-profiles.ts'
import { all, textAt, type XmlElement } from './xml-reader.ts'

const emails = [
  [`${paths.seller}/ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID`, 'Ihres Ansprechpartners'],
  [`${paths.seller}/ram:URIUniversalCommunication/ram:URIID`, 'Ihres Unternehmens'],
  [`${paths.buyer}/ram:URIUniversalCommunication/ram:URIID`, 'des Kunden'],
] as const

export const portalRules: readonly InvoiceRule[] = [
  ...(['en16931', 'xrechnung'] as const).map(specificationRule),
  {
    id: 'KP-VAT',
    profile: 'both',
    at: paths.vat,
    holds: row => {
      const [base, rate] = [decimalAt(row, 'ram:BasisAmount'), decimalAt(row, 'ram:RateApplicablePercent')]
      if (base === null || rate === null) return true
      return decimalAt(row, 'ram:CalculatedAmount') === roundedProduct(base, rate, 100n)
    },
    sentence: 'Ein Steuerbetrag ist nicht auf den Cent genau.',
  },
  {
    id: 'KP-LINE',
    profile: 'both',
    at: paths.line,
    holds: line => {
      const [quantity, price] = [decimalAt(line, linePaths.quantity), decimalAt(line, linePaths.price)]
      if (quantity === null || price === null) return true
      return decimalAt(line, linePaths.net) === roundedProduct(quantity, price)
    },
    sentence: 'Der Nettobetrag ist nicht Menge mal Einzelpreis.',
  },
  {
    id: 'KP-GROSS',
    profile: 'both',
    at: '',
    holds: invoice => isCancellation(invoice) || (decimalAt(invoice, `${paths.sums}/ram:GrandTotalAmount`) ?? 1n) > 0n,
    sentence: 'Der Gesamtbetrag ist nicht größer als 0,00 €.',
  },
  {
    // BR-DE-19 only warns.
    id: 'KP-IBAN',
    profile: 'both',
    at: `${paths.paymentMeans}/ram:PayeePartyCreditorFinancialAccount/ram:IBANID`,
    holds: ({ text }) => hasValidCheckDigits(text),
    sentence: 'Ihre IBAN ist ungültig: Die Prüfziffern passen nicht.',
  },
  {
    // § 14 UStG does not demand it; BR-CO-25 is content with a text.
    id: 'KP-DUE-DATE',
    profile: 'both',
    at: '',
    holds: invoice => isCancellation(invoice) || textAt(invoice, paths.dueDate) !== '',
    sentence: 'Das Fälligkeitsdatum fehlt.',
  },
  {
    id: 'KP-DUE-BEFORE-ISSUE',
    profile: 'both',
    at: paths.dueDate,
    holds: ({ text }, invoice) => text >= textAt(invoice, paths.issueDate),
    sentence: 'Die Rechnung ist vor dem Rechnungsdatum fällig.',
  },
  {
    // § 14 (4) no. 6 UStG. BR-DE-TMP-32 is only a hint.
    id: 'KP-SERVICE-PERIOD',
    profile: 'both',
    at: '',
    holds: invoice =>
      [paths.periodStart, paths.periodEnd, paths.serviceDate].every(path => textAt(invoice, path) !== ''),
    sentence: 'Der Leistungszeitraum fehlt.',
  },
  {
    // BR-DE-26 only warns.
    id: 'KP-REFERENCE',
    profile: 'both',
    at: '',
    holds: invoice =>
      isCancellation(invoice) ===
      ['ram:IssuerAssignedID', 'ram:FormattedIssueDateTime/qdt:DateTimeString'].every(
        path => textAt(invoice, `${paths.preceding}/${path}`) !== '',
      ),
    sentence:
      'Ein Storno nennt Nummer und Datum der stornierten Rechnung; eine Rechnung bezieht sich auf keine andere.',
  },
  ...emails.map(
    ([at, whose]): InvoiceRule => ({
      id: 'KP-EMAIL',
      profile: 'both',
      at,
      holds: ({ text }) => /^[^@\s]+@[^@\s]+$/.test(text),
      sentence: `Die E-Mail-Adresse ${whose} ist ungültig.`,
    }),
  ),
  {
    // § 14a (1) UStG; BR-AE-02 is content with a tax number.
    id: 'KP-EU-VAT-ID',
    profile: 'both',
    at: '',
    holds: invoice => {
      const isReverse = all(invoice, `${paths.vat}/ram:CategoryCode`).some(({ text }) => text === 'AE')
      const isDomestic = textAt(invoice, `${paths.buyer}/ram:PostalTradeAddress/ram:CountryID`) === 'DE'
      return !isReverse || isDomestic || hasTaxRegistration(all(invoice, paths.seller)[0], ['VA'])
    },
    sentence: 'Für Reverse Charge im Ausland fehlt Ihre USt-IdNr.',
  },
  {
    // CII-DT-097 lets the 31st of February pass.
    id: 'KP-DATE',
    profile: 'both',
    at: '*',
    holds: element => !isDate(element) || isInCalendar(element),
    sentence: 'Ein Datum gibt es im Kalender nicht.',
  },
  {
    id: 'KP-POSITION',
    profile: 'both',
    at: '',
    holds: invoice => all(invoice, paths.line).every((line, index) => textAt(line, linePaths.id) === String(index + 1)),
    sentence: 'Die Positionen sind nicht fortlaufend nummeriert.',
  },
]

/** BR-DE-21 only warns. */
function specificationRule(profile: XmlProfile): InvoiceRule {
  return {
    id: 'KP-SPECIFICATION',
    profile,
    at: '',
    holds: invoice => textAt(invoice, paths.specification) === specificationIds[profile],
    sentence: 'Die Kennung der Spezifikation (BT-24) ist unbekannt.',
  }
}

function isInCalendar({ text }: XmlElement): boolean {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (year === undefined) return true
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.toISOString().startsWith(`${year}-${month}-${day}`)
}
