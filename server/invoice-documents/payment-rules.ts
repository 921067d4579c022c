/** Rules of EN 16931 for the payment (BG-16, BT-9). */
import { decimalAt, type InvoiceRule, paths } from './invoice-rule.ts'
import { all, textAt } from './xml-reader.ts'

const account = 'ram:PayeePartyCreditorFinancialAccount/ram:IBANID'

export const paymentRules: readonly InvoiceRule[] = [
  {
    id: 'BR-49',
    profile: 'both',
    at: paths.paymentMeans,
    holds: means => textAt(means, 'ram:TypeCode') !== '',
    sentence: 'Die Art der Zahlung fehlt.',
  },
  {
    // The same condition is BR-50; the portal asks for nothing but SEPA credit transfers.
    id: 'BR-61',
    profile: 'both',
    at: paths.paymentMeans,
    holds: means => textAt(means, account) !== '',
    sentence: 'Ihre IBAN fehlt.',
  },
  {
    // The official list is longer; the portal writes this one.
    id: 'BR-CL-16',
    profile: 'both',
    at: `${paths.paymentMeans}/ram:TypeCode`,
    holds: ({ text }) => text === '58',
    sentence: 'Die Art der Zahlung ist keine SEPA-Überweisung (58).',
  },
  {
    id: 'CII-SR-452',
    profile: 'both',
    at: '',
    holds: invoice => all(invoice, paths.terms).length <= 1,
    sentence: 'Die Fälligkeit ist mehrmals angegeben.',
  },
  {
    id: 'BR-CO-25',
    profile: 'both',
    at: '',
    holds: invoice =>
      (decimalAt(invoice, `${paths.sums}/ram:DuePayableAmount`) ?? 0n) <= 0n ||
      textAt(invoice, paths.dueDate) !== '' ||
      textAt(invoice, `${paths.terms}/ram:Description`) !== '',
    sentence: 'Es ist etwas zu zahlen, aber weder eine Fälligkeit noch eine Zahlungsbedingung genannt.',
  },
]
