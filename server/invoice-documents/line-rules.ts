/** Rules of EN 16931 for the lines (BG-25). */
import { unitCodes } from '#contract/invoice-units.ts'
import { decimalAt, hasTwoDecimals, type InvoiceRule, linePaths, paths } from './invoice-rule.ts'
import { all, textAt } from './xml-reader.ts'

const units: readonly string[] = Object.values(unitCodes)

export const lineRules: readonly InvoiceRule[] = [
  {
    id: 'BR-21',
    profile: 'both',
    at: paths.line,
    holds: line => textAt(line, linePaths.id) !== '',
    sentence: 'Eine Position hat keine Nummer.',
  },
  {
    id: 'BR-22',
    profile: 'both',
    at: paths.line,
    holds: line => decimalAt(line, linePaths.quantity) !== null,
    sentence: 'Die Menge fehlt.',
  },
  {
    id: 'BR-23',
    profile: 'both',
    at: paths.line,
    holds: line => (all(line, linePaths.quantity)[0]?.attributes.unitCode ?? '') !== '',
    sentence: 'Die Einheit fehlt.',
  },
  {
    id: 'BR-24',
    profile: 'both',
    at: paths.line,
    holds: line => decimalAt(line, linePaths.net) !== null,
    sentence: 'Der Nettobetrag fehlt.',
  },
  {
    id: 'BR-25',
    profile: 'both',
    at: paths.line,
    holds: line => textAt(line, linePaths.name) !== '',
    sentence: 'Die Bezeichnung fehlt.',
  },
  {
    id: 'BR-26',
    profile: 'both',
    at: paths.line,
    holds: line => decimalAt(line, linePaths.price) !== null,
    sentence: 'Der Einzelpreis fehlt.',
  },
  {
    id: 'BR-27',
    profile: 'both',
    at: paths.line,
    holds: line => (decimalAt(line, linePaths.price) ?? 0n) >= 0n,
    sentence: 'Der Einzelpreis ist negativ. Ein Nachlass hat eine negative Menge.',
  },
  {
    id: 'BR-CO-04',
    profile: 'both',
    at: paths.line,
    holds: line =>
      all(line, linePaths.vat).some(
        tax => textAt(tax, 'ram:TypeCode') === 'VAT' && textAt(tax, 'ram:CategoryCode') !== '',
      ),
    sentence: 'Der Umsatzsteuerfall fehlt.',
  },
  {
    id: 'CII-SR-454',
    profile: 'both',
    at: paths.line,
    holds: line => all(line, linePaths.vat).length === 1,
    sentence: 'Der Umsatzsteuerfall ist nicht genau einmal angegeben.',
  },
  {
    id: 'BR-DEC-23',
    profile: 'both',
    at: paths.line,
    holds: line => hasTwoDecimals(line, linePaths.net),
    sentence: 'Der Nettobetrag hat mehr als zwei Nachkommastellen.',
  },
  {
    // The official list is longer; these are the units of the portal.
    id: 'BR-CL-23',
    profile: 'both',
    at: `${paths.line}/${linePaths.quantity}`,
    holds: ({ attributes: { unitCode = '' } }) => unitCode === '' || units.includes(unitCode),
    sentence: 'Eine Position hat eine unbekannte Einheit.',
  },
]
