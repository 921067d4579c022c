/** Rules of EN 16931 for the invoice as a whole: its parts, dates, codes. */
import { type InvoiceRule, paths } from './invoice-rule.ts'
import { all, textAt, type XmlElement } from './xml-reader.ts'

export const documentRules: readonly InvoiceRule[] = [
  {
    id: 'BR-01',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, paths.specification) !== '',
    sentence: 'Die Kennung der Spezifikation (BT-24) fehlt.',
  },
  {
    id: 'BR-02',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, paths.number) !== '',
    sentence: 'Die Rechnungsnummer fehlt.',
  },
  {
    id: 'BR-03',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, paths.issueDate) !== '',
    sentence: 'Das Rechnungsdatum fehlt.',
  },
  {
    id: 'BR-04',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, paths.typeCode) !== '',
    sentence: 'Die Art der Rechnung (BT-3) fehlt.',
  },
  {
    id: 'BR-05',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, paths.currency) !== '',
    sentence: 'Die Währung fehlt.',
  },
  {
    id: 'BR-16',
    profile: 'both',
    at: '',
    holds: invoice => all(invoice, paths.line).length > 0,
    sentence: 'Die Rechnung hat keine Position.',
  },
  {
    // The official list is longer; the portal writes these two.
    id: 'BR-CL-01',
    profile: 'both',
    at: paths.typeCode,
    holds: ({ text }) => ['380', '384'].includes(text),
    sentence: 'Die Art der Rechnung (BT-3) ist weder Rechnung (380) noch Storno (384).',
  },
  {
    // The portal bills in euros only; so does BR-CL-04.
    id: 'BR-CL-03',
    profile: 'both',
    at: '*',
    holds: ({ attributes }) => attributes.currencyID === undefined || attributes.currencyID === 'EUR',
    sentence: 'Die Währung eines Betrags ist nicht Euro.',
  },
  {
    id: 'BR-CL-04',
    profile: 'both',
    at: paths.currency,
    holds: ({ text }) => text === 'EUR',
    sentence: 'Die Währung der Rechnung ist nicht Euro (EUR).',
  },
  {
    id: 'CII-DT-097',
    profile: 'both',
    at: '*',
    holds: element =>
      !isDate(element) ||
      element.attributes.format !== '102' ||
      /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(element.text),
    sentence: 'Ein Datum ist nicht als JJJJMMTT geschrieben.',
  },
  {
    // Dates of format 102 sort as texts.
    id: 'BR-29',
    profile: 'both',
    at: paths.period,
    holds: (_, invoice) => {
      const [start, end] = [textAt(invoice, paths.periodStart), textAt(invoice, paths.periodEnd)]
      return start === '' || end === '' || end >= start
    },
    sentence: 'Der Leistungszeitraum endet, bevor er beginnt.',
  },
  {
    id: 'BR-CO-19',
    profile: 'both',
    at: paths.period,
    holds: (_, invoice) => textAt(invoice, paths.periodStart) !== '' || textAt(invoice, paths.periodEnd) !== '',
    sentence: 'Der Leistungszeitraum hat weder Beginn noch Ende.',
  },
  {
    id: 'BR-55',
    profile: 'both',
    at: paths.preceding,
    holds: reference => textAt(reference, 'ram:IssuerAssignedID') !== '',
    sentence: 'Die Nummer der Rechnung fehlt, auf die sich diese bezieht.',
  },
  {
    // Without the exceptions for advance payments and deliveries abroad, which the portal does not write.
    id: 'BR-FX-EN-04',
    profile: 'en16931',
    at: '',
    holds: invoice => textAt(invoice, paths.serviceDate) !== '' || all(invoice, paths.period).length > 0,
    sentence: 'Das Leistungsdatum oder der Leistungszeitraum fehlt.',
  },
  {
    // In XRechnung as in Factur-X. In XRechnung an empty element for the delivery is excepted.
    id: 'PEPPOL-EN16931-R008',
    profile: 'both',
    at: '*',
    holds: ({ children, text }) => children.length > 0 || text !== '',
    sentence: 'Ein Feld der Rechnung ist leer.',
  },
]

export function isDate({ name }: XmlElement): boolean {
  return name === 'udt:DateTimeString' || name === 'qdt:DateTimeString'
}
