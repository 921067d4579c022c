import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { invoicePaidLooks, progressLooks } from './ticket.labels.ts'

test.each([
  ['finished', 'Fertig'],
  ['upcoming', 'Anstehend'],
  ['inProgress', 'In Bearbeitung'],
])('progress %s is called %s and has an icon', (progress, word) => {
  const html = renderToStaticMarkup(<StateBadge state={progress} looks={progressLooks} />)
  expect(html).toContain(word)
  expect(html).toContain('<svg')
})

test.each([
  ['paid', 'Bezahlt'],
  ['unpaid', 'Offen'],
  [null, 'Nicht erstellt'],
])('an invoice that is %s is called %s', (invoicePaid, word) => {
  expect(renderToStaticMarkup(<StateBadge state={invoicePaid} looks={invoicePaidLooks} />)).toContain(word)
})

test.each(['waitingForCustomer', 'constructor', ''])('an unknown state (%s) is shown as unknown', state => {
  expect(renderToStaticMarkup(<StateBadge state={state} looks={progressLooks} />)).toContain('Unbekannt')
  expect(renderToStaticMarkup(<StateBadge state={state} looks={invoicePaidLooks} />)).toContain('Unbekannt')
})
