/** Every amount is marked as net or gross (decision 0054). */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('an amount on a screen', () => {
  /** Files that write amounts without `shownPrices`, and how their amounts are marked. */
  const named: Readonly<Record<string, string>> = {
    'web/lib/format/shown-prices.ts': 'the place that names them',
    'web/features/billing-runs/billing-run-drafts.tsx': 'the gross amount of an invoice, with that word',
    'web/features/billing-runs/billing-run-waiting.tsx': 'the net amount of work, with that word',
    'web/features/business-profile/billing-part.ts': 'follows the switch of the form it stands in',
    'web/features/energy/bill-section.tsx': 'the positions of a bill, net or gross by their words',
    'web/features/energy/energy-words.ts': 'the gross cost of energy by the tariff of a household, with that word',
    'web/features/energy/month-savings.tsx': 'gross costs and their differences, below a head with that word',
    'web/features/energy/plan-section.tsx': 'the gross cost of a plan, with that word',
    'web/features/energy/report-costs.tsx': 'the positions of a bill, net or gross by their words',
    'web/features/energy/saving-bars.tsx': 'differences of gross costs, below a note with that word',
    'web/features/energy/savings-section.tsx': 'gross costs and their differences, with a note of that word',
    'web/features/energy/tariff-form.tsx': 'the gross price per month, with that word',
    'web/features/energy/tariffs-section.tsx': 'the gross price per month, below a head with that word',
    'web/features/invoices/amount-fields.tsx': 'net, tax and gross of a draft, each behind its word',
    'web/features/invoices/gross-text.ts': 'named by the tax of the invoice itself',
    'web/features/invoices/invoice-amounts.tsx': 'net, tax and gross of an invoice, each behind its word',
    'web/features/invoices/invoice-lines.tsx': 'net, below a heading with that word',
    'web/features/invoices/invoice-payment.tsx': 'named by the tax of the invoice itself',
    'web/features/invoices/line-amount-text.ts': 'the net price of a line, beside its net amount',
    'web/features/invoices/shown-fields.ts': 'net and tax of a draft, each behind its word',
    'web/features/invoices/written-lines.tsx': 'the net amount of a line, behind its word',
    'web/features/invoices/written-sums.tsx': 'net, tax and gross of a draft, each behind its word',
    'web/features/invoices/written-values.ts': 'net amounts of lines, to compare two versions',
  }
  /** Files with a label of their own above amounts: `ShownPrices.of` leaves the mark to it. */
  const labelled: Readonly<Record<string, string>> = {
    'web/components/table/amount-column.tsx': 'the head of the column, and the words on a phone',
    'web/features/invoices/invoice-tickets.tsx': 'the foot of such a column',
    'web/features/tickets/ticket-entry-list.tsx': 'the foot of such a column, with labels of its own',
    'web/features/tickets/ticket-facts.tsx': 'what stands beside, which has its name',
  }
  const sources = globSync('web/**/*.{ts,tsx}')
    .filter(file => !file.includes('.test.') && file !== 'web/lib/format/format.ts')
    .map(file => ({ file: file.replaceAll('\\', '/'), source: readFileSync(file, 'utf8') }))

  it('is written by a component that marks it net or gross', () => {
    expect(sources.length).toBeGreaterThan(300)
    const writing = sources.filter(({ source }) => /\bformatEur\b/.test(source)).map(({ file }) => file)
    expect(writing.toSorted()).toEqual(Object.keys(named).toSorted())
  })

  it('has a label that marks it where it has no mark itself', () => {
    const placing = sources.filter(({ source }) => /\bprices\.of\(/.test(source)).map(({ file }) => file)
    expect(placing.toSorted()).toEqual(Object.keys(labelled).toSorted())
  })

  it('is not written by hand', () => {
    const byHand = sources.filter(({ source }) =>
      /toFixed\(2\)[^\n]*€|currency: 'EUR'|format(?:Number|Count)\([^\n]*€/.test(source),
    )
    expect(byHand.map(({ file }) => file)).toEqual([])
  })

  it('is in a CSV file below a head that marks it', () => {
    const marked: Readonly<Record<string, string>> = {
      'csv.net': 'that word',
      'csv.tax': 'that word',
      'csv.gross': 'that word',
      'csv.budget': 'the next column says which',
    }
    const heads = sources.flatMap(({ source }) =>
      [...source.matchAll(/header: (.+?), kind: 'eur'/g)].map(([, head = '']) => head),
    )
    expect(heads.length).toBeGreaterThan(7)
    const plain = heads.filter(head => !/^(?:label|withBasis)\(.+, '(?:net|gross)'\)$/.test(head))
    expect(plain.toSorted()).toEqual(Object.keys(marked).toSorted())
  })

  it('is entered in a field that marks it', () => {
    // Net and tax of a draft are behind their words; a payment is named by the tax of its invoice.
    // The price of a tariff per month is gross for everybody, with that word.
    const unmarked = [
      'web/features/energy/tariff-form.tsx',
      'web/features/invoices/amount-fields.tsx',
      'web/features/invoices/record-payment-dialog.tsx',
    ]
    const fields = sources
      .filter(({ file }) => !unmarked.includes(file))
      .flatMap(({ file, source }) =>
        [...source.matchAll(/<MoneyInput[\s\S]*?\/>/g)].map(([field]) => ({ file, field })),
      )
    expect(fields.length).toBeGreaterThan(5)
    expect(fields.filter(({ field }) => !/label=\{[^}]*prices\.label\(/.test(field))).toEqual([])
  })
})
