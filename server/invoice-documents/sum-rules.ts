/** Rules of EN 16931 for the totals (BG-22). */
import { decimalAt, hasTwoDecimals, type InvoiceRule, linePaths, paths, sumOf } from './invoice-rule.ts'
import { all } from './xml-reader.ts'

const lineTotal = `${paths.sums}/ram:LineTotalAmount`
const net = `${paths.sums}/ram:TaxBasisTotalAmount`
const tax = `${paths.sums}/ram:TaxTotalAmount`
const gross = `${paths.sums}/ram:GrandTotalAmount`
const due = `${paths.sums}/ram:DuePayableAmount`

export const sumRules: readonly InvoiceRule[] = [
  {
    id: 'BR-12',
    profile: 'both',
    at: '',
    holds: invoice => decimalAt(invoice, lineTotal) !== null,
    sentence: 'Die Summe der Positionen fehlt.',
  },
  {
    id: 'BR-13',
    profile: 'both',
    at: '',
    holds: invoice => decimalAt(invoice, net) !== null,
    sentence: 'Der Gesamtbetrag ohne Umsatzsteuer fehlt.',
  },
  {
    id: 'BR-14',
    profile: 'both',
    at: '',
    holds: invoice => decimalAt(invoice, gross) !== null,
    sentence: 'Der Gesamtbetrag mit Umsatzsteuer fehlt.',
  },
  {
    id: 'BR-15',
    profile: 'both',
    at: '',
    holds: invoice => decimalAt(invoice, due) !== null,
    sentence: 'Der fällige Betrag fehlt.',
  },
  {
    id: 'BR-CO-10',
    profile: 'both',
    at: '',
    holds: invoice =>
      decimalAt(invoice, lineTotal) === sumOf(all(invoice, paths.line).map(line => decimalAt(line, linePaths.net))),
    sentence: 'Die Summe der Positionen ist falsch.',
  },
  {
    // Without allowances and charges of the whole invoice, which the portal does not write.
    id: 'BR-CO-13',
    profile: 'both',
    at: '',
    holds: invoice => decimalAt(invoice, net) === decimalAt(invoice, lineTotal),
    sentence: 'Der Gesamtbetrag ohne Umsatzsteuer ist nicht die Summe der Positionen.',
  },
  {
    id: 'BR-CO-14',
    profile: 'both',
    at: '',
    holds: invoice =>
      decimalAt(invoice, tax) === sumOf(all(invoice, paths.vat).map(row => decimalAt(row, 'ram:CalculatedAmount'))),
    sentence: 'Die gesamte Umsatzsteuer ist nicht die Summe ihrer Aufstellung.',
  },
  {
    id: 'BR-CO-15',
    profile: 'both',
    at: '',
    holds: invoice => decimalAt(invoice, gross) === sumOf([decimalAt(invoice, net), decimalAt(invoice, tax)]),
    sentence: 'Der Gesamtbetrag mit Umsatzsteuer ist nicht die Summe aus Nettobetrag und Umsatzsteuer.',
  },
  {
    // Without prepaid and rounding amounts, which the portal does not write.
    id: 'BR-CO-16',
    profile: 'both',
    at: '',
    holds: invoice => decimalAt(invoice, due) === decimalAt(invoice, gross),
    sentence: 'Der fällige Betrag ist nicht der Gesamtbetrag.',
  },
  {
    id: 'BR-DEC-09',
    profile: 'both',
    at: '',
    holds: invoice => hasTwoDecimals(invoice, lineTotal),
    sentence: 'Die Summe der Positionen hat mehr als zwei Nachkommastellen.',
  },
  {
    id: 'BR-DEC-12',
    profile: 'both',
    at: '',
    holds: invoice => hasTwoDecimals(invoice, net),
    sentence: 'Der Gesamtbetrag ohne Umsatzsteuer hat mehr als zwei Nachkommastellen.',
  },
  {
    id: 'BR-DEC-13',
    profile: 'both',
    at: '',
    holds: invoice => hasTwoDecimals(invoice, tax),
    sentence: 'Die gesamte Umsatzsteuer hat mehr als zwei Nachkommastellen.',
  },
  {
    id: 'BR-DEC-14',
    profile: 'both',
    at: '',
    holds: invoice => hasTwoDecimals(invoice, gross),
    sentence: 'Der Gesamtbetrag mit Umsatzsteuer hat mehr als zwei Nachkommastellen.',
  },
  {
    id: 'BR-DEC-18',
    profile: 'both',
    at: '',
    holds: invoice => hasTwoDecimals(invoice, due),
    sentence: 'Der fällige Betrag hat mehr als zwei Nachkommastellen.',
  },
  {
    id: 'PEPPOL-EN16931-R053',
    profile: 'xrechnung',
    at: '',
    holds: invoice => all(invoice, tax).length === 1,
    sentence: 'Die gesamte Umsatzsteuer ist nicht genau einmal angegeben.',
  },
]
