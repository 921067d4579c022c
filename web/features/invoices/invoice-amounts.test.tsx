import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InvoiceAmounts } from './invoice-amounts.tsx'

const tax = [{ rate: 19, base: 1204.28, amount: 228.81 }]

function amounts(of: Partial<Parameters<typeof InvoiceAmounts>[0]['invoice']>): string {
  const invoice = { net: 1204.28, tax, gross: 1433.09, paidTotal: 477.7, openTotal: 955.39, ...of }
  return renderToStaticMarkup(<InvoiceAmounts invoice={invoice} />)
}

test('the paid and the open part of an invoice are named gross; without tax there is only one amount', () => {
  for (const term of ['Davon bezahlt (brutto)', 'Noch offen (brutto)']) expect(amounts({})).toContain(term)
  expect(amounts({ openTotal: -10 })).toContain('Guthaben (brutto)')
  expect(amounts({ tax: [] })).not.toContain('brutto')
})
