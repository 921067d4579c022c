import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProgressBadge } from './progress-badge.tsx'
import { InvoiceBadge } from './ticket-invoice-badge.tsx'

test.each([
  ['finished', 'Fertig'],
  ['upcoming', 'Anstehend'],
  ['inProgress', 'In Bearbeitung'],
])('progress %s is called %s and has an icon', (progress, word) => {
  const html = renderToStaticMarkup(<ProgressBadge progress={progress} />)
  expect(html).toContain(word)
  expect(html).toContain('<svg')
})

test.each([
  ['paid', 'Bezahlt'],
  ['unpaid', 'Offen'],
  [null, 'Nicht erstellt'],
])('an invoice that is %s is called %s', (invoicePaid, word) => {
  expect(renderToStaticMarkup(<InvoiceBadge invoicePaid={invoicePaid} />)).toContain(word)
})

test.each(['waitingForCustomer', 'constructor', ''])('an unknown state (%s) is shown as unknown', state => {
  expect(renderToStaticMarkup(<ProgressBadge progress={state} />)).toContain('Unbekannt')
  expect(renderToStaticMarkup(<InvoiceBadge invoicePaid={state} />)).toContain('Unbekannt')
})
