/** Rules of EN 16931 for the VAT breakdown (BG-23) and the VAT of lines. */
import type { VatCategory } from '#contract/vat-cases.ts'
import {
  absolute,
  decimalAt,
  hasTaxRegistration,
  hasTwoDecimals,
  type InvoiceRule,
  linePaths,
  paths,
  roundedProduct,
  sumOf,
} from './invoice-rule.ts'
import { all, textAt, type XmlElement } from './xml-reader.ts'

const base = 'ram:BasisAmount'
const tax = 'ram:CalculatedAmount'
const rate = 'ram:RateApplicablePercent'
const category = 'ram:CategoryCode'
/** Of the codes of UNCL 5305 those that the portal writes. */
const categories: readonly string[] = ['S', 'Z', 'E', 'AE'] satisfies VatCategory[]
const lineVat = `${paths.line}/${linePaths.vat}`
const oneEuro = 1_000_000n

const breakdownRules: readonly InvoiceRule[] = [
  {
    id: 'BR-CO-18',
    profile: 'both',
    at: '',
    holds: invoice => all(invoice, paths.vat).length > 0,
    sentence: 'Die Aufstellung der Umsatzsteuer fehlt.',
  },
  {
    id: 'BR-45',
    profile: 'both',
    at: paths.vat,
    holds: row => decimalAt(row, base) !== null,
    sentence: 'In der Aufstellung der Umsatzsteuer fehlt ein Nettobetrag.',
  },
  {
    id: 'BR-46',
    profile: 'both',
    at: paths.vat,
    holds: row => decimalAt(row, tax) !== null,
    sentence: 'In der Aufstellung der Umsatzsteuer fehlt ein Steuerbetrag.',
  },
  {
    id: 'BR-47',
    profile: 'both',
    at: paths.vat,
    holds: row => textAt(row, 'ram:TypeCode') === 'VAT' && textAt(row, category) !== '',
    sentence: 'In der Aufstellung der Umsatzsteuer fehlt ein Umsatzsteuerfall.',
  },
  {
    id: 'BR-48',
    profile: 'both',
    at: paths.vat,
    holds: row => decimalAt(row, rate) !== null,
    sentence: 'In der Aufstellung der Umsatzsteuer fehlt ein Steuersatz.',
  },
  {
    // Officially one euro of difference passes; KP-VAT is exact.
    id: 'BR-CO-17',
    profile: 'both',
    at: paths.vat,
    holds: row => {
      const [net, amount, percent] = [decimalAt(row, base), decimalAt(row, tax), decimalAt(row, rate)]
      if (net === null || amount === null || percent === null) return true
      return absolute(absolute(amount) - absolute(roundedProduct(net, percent, 100n))) <= oneEuro
    },
    sentence: 'Ein Steuerbetrag passt nicht zu seinem Nettobetrag und Steuersatz.',
  },
  {
    id: 'BR-DEC-19',
    profile: 'both',
    at: paths.vat,
    holds: row => hasTwoDecimals(row, base),
    sentence: 'In der Aufstellung der Umsatzsteuer hat ein Nettobetrag mehr als zwei Nachkommastellen.',
  },
  {
    id: 'BR-DEC-20',
    profile: 'both',
    at: paths.vat,
    holds: row => hasTwoDecimals(row, tax),
    sentence: 'In der Aufstellung der Umsatzsteuer hat ein Steuerbetrag mehr als zwei Nachkommastellen.',
  },
  {
    id: 'BR-CL-17',
    profile: 'both',
    at: `${paths.vat}/${category}`,
    holds: ({ text }) => categories.includes(text),
    sentence: 'In der Aufstellung der Umsatzsteuer ist ein Umsatzsteuerfall unbekannt.',
  },
  {
    id: 'BR-CL-18',
    profile: 'both',
    at: `${lineVat}/${category}`,
    holds: ({ text }) => categories.includes(text),
    sentence: 'Der Umsatzsteuerfall einer Position ist unbekannt.',
  },
  {
    // The official list is longer; the portal writes this one.
    id: 'BR-CL-22',
    profile: 'both',
    at: `${paths.vat}/ram:ExemptionReasonCode`,
    holds: ({ text }) => text === 'VATEX-EU-AE',
    sentence: 'Der Code für den Grund der Steuerbefreiung ist unbekannt.',
  },
]

/** Of the four categories, as sentences name them. */
const names: Readonly<Record<VatCategory, string>> = {
  S: 'mit Umsatzsteuer',
  Z: 'mit 0 % Umsatzsteuer',
  E: 'ohne Umsatzsteuer (steuerfrei)',
  AE: 'mit Steuerschuld des Kunden (§ 13b UStG, Reverse Charge)',
}

/** S: at least one row, because each rate has its own. The others: exactly one, and none without a line. */
function rowRule(code: VatCategory): InvoiceRule {
  return {
    id: `BR-${code}-01`,
    profile: 'both',
    at: '',
    holds: invoice => {
      const lines = linesOf(code, invoice).length
      const rows = all(invoice, paths.vat).filter(row => isOf(code, row)).length
      if (code === 'S') return lines === 0 || rows > 0
      return lines === 0 ? rows === 0 : rows === 1
    },
    sentence: `In der Aufstellung der Umsatzsteuer passt die Zeile ${names[code]} nicht zu den Positionen.`,
  }
}

/** AE: of both; without legal registrations and tax representatives, which the portal does not write. */
function taxIdRule(code: VatCategory): InvoiceRule {
  return {
    id: `BR-${code}-02`,
    profile: 'both',
    at: '',
    holds: invoice =>
      linesOf(code, invoice).length === 0 ||
      (hasTaxRegistration(all(invoice, paths.seller)[0], ['VA', 'FC']) &&
        (code !== 'AE' || hasTaxRegistration(all(invoice, paths.buyer)[0], ['VA']))),
    sentence:
      code === 'AE'
        ? `Für Positionen ${names.AE} fehlt die USt-IdNr. des Kunden oder Ihre Steuernummer.`
        : `Für Positionen ${names[code]} fehlt Ihre Steuernummer oder USt-IdNr.`,
  }
}

function rateRule(code: VatCategory): InvoiceRule {
  return {
    id: `BR-${code}-05`,
    profile: 'both',
    at: paths.line,
    holds: line => {
      if (!isLineOf(code, line)) return true
      const percent = lineRate(line)
      return percent !== null && (code === 'S' ? percent > 0n : percent === 0n)
    },
    sentence: code === 'S' ? 'Der Steuersatz ist 0 %.' : 'Der Steuersatz ist nicht 0 %.',
  }
}

/** By the text of the rule; officially one euro of difference passes in Z, E and AE. */
function baseRule(code: VatCategory): InvoiceRule {
  return {
    id: `BR-${code}-08`,
    profile: 'both',
    at: paths.vat,
    holds: (row, invoice) => {
      if (!isOf(code, row)) return true
      const lines = linesOf(code, invoice).filter(line => lineRate(line) === decimalAt(row, rate))
      return decimalAt(row, base) === sumOf(lines.map(line => decimalAt(line, linePaths.net)))
    },
    sentence: `In der Aufstellung der Umsatzsteuer ist ein Nettobetrag ${names[code]} nicht die Summe seiner Positionen.`,
  }
}

/** Only without tax: the text of BR-S-09 is that of BR-CO-17. */
function zeroTaxRule(code: 'Z' | 'E' | 'AE'): InvoiceRule {
  return {
    id: `BR-${code}-09`,
    profile: 'both',
    at: paths.vat,
    holds: row => !isOf(code, row) || decimalAt(row, tax) === 0n,
    sentence: `Für Positionen ${names[code]} ist ein Steuerbetrag ausgewiesen.`,
  }
}

/** E and AE need a reason, S and Z must not have one. */
function reasonRule(code: VatCategory): InvoiceRule {
  const needsReason = code === 'E' || code === 'AE'
  return {
    id: `BR-${code}-10`,
    profile: 'both',
    at: paths.vat,
    holds: row => {
      const hasReason = ['ram:ExemptionReason', 'ram:ExemptionReasonCode'].some(path => textAt(row, path) !== '')
      return !isOf(code, row) || hasReason === needsReason
    },
    sentence: needsReason
      ? `Für Positionen ${names[code]} fehlt der Grund.`
      : `Für Positionen ${names[code]} ist ein Grund für eine Steuerbefreiung angegeben.`,
  }
}

function isOf(code: VatCategory, vat: XmlElement): boolean {
  return textAt(vat, category) === code
}

function linesOf(code: VatCategory, invoice: XmlElement): XmlElement[] {
  return all(invoice, paths.line).filter(line => isLineOf(code, line))
}

function isLineOf(code: VatCategory, line: XmlElement): boolean {
  return textAt(line, `${linePaths.vat}/${category}`) === code
}

function lineRate(line: XmlElement): bigint | null {
  return decimalAt(line, `${linePaths.vat}/${rate}`)
}

export const vatRules: readonly InvoiceRule[] = [
  ...breakdownRules,
  ...(['S', 'Z', 'E', 'AE'] as const).flatMap(code =>
    [rowRule, taxIdRule, rateRule, baseRule, reasonRule].map(ruleOf => ruleOf(code)),
  ),
  ...(['Z', 'E', 'AE'] as const).map(zeroTaxRule),
]
