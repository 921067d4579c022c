import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dueText, standingOf, standingOfHit } from './invoice.labels.ts'
import { issuedInvoiceState } from './issued-invoice-state.tsx'

it.each([
  ['2026-05-20', 'fällig am 20.05.2026'],
  ['2026-03-15', 'fällig in 5\u00a0Tagen'],
  ['2026-03-30', 'fällig in 20\u00a0Tagen'],
  ['2026-03-11', 'morgen fällig'],
  ['2026-03-10', 'heute fällig'],
  ['2026-03-09', 'seit gestern überfällig'],
  ['2026-03-07', 'seit 3\u00a0Tagen überfällig'],
  ['2025-03-10', 'seit 365\u00a0Tagen überfällig'],
])('an unpaid invoice due on %s reads on 10 March 2026: %s', (dueDate, text) => {
  expect(dueText({ kind: 'written', state: 'issued', paid: false, paidDate: null, dueDate }, '2026-03-10')).toBe(text)
})

it('the night of a clock change counts as one day', () => {
  const invoice = { kind: 'written' as const, state: 'issued', paid: false, paidDate: null, dueDate: '2026-03-30' }
  expect(dueText(invoice, '2026-03-28')).toBe('fällig in 2\u00a0Tagen')
  expect(dueText({ ...invoice, dueDate: '2026-10-26' }, '2026-10-24')).toBe('fällig in 2\u00a0Tagen')
})

it('a paid invoice shows its payment date, a draft and a cancellation nothing', () => {
  const paid = { kind: 'uploaded' as const, state: 'issued', paid: true, paidDate: '2026-03-01', dueDate: '2026-02-01' }
  expect(dueText(paid, '2026-03-10')).toBe('bezahlt am 01.03.2026')
  expect(dueText({ ...paid, state: 'draft', paid: false }, '2026-03-10')).toBe('')
  expect(dueText({ ...paid, kind: 'cancellation' }, '2026-03-10')).toBe('')
})

it('an invoice has one status, and a state of a newer server is unknown', () => {
  const words = [
    { state: 'draft', paid: false, overdue: false },
    { state: 'issued', paid: false, overdue: false },
    { state: 'issued', paid: false, overdue: true },
    { state: 'issued', paid: true, overdue: false },
    { state: 'cancelled', paid: true, overdue: false },
    { state: 'reminded', paid: false, overdue: false },
    { kind: 'cancellation', state: 'issued', paid: true, overdue: false },
  ].map(words => standingOf({ kind: 'written', ...words }))
  expect(words).toEqual(['draft', 'unpaid', 'overdue', 'paid', 'cancelled', 'unknown', 'cancellation'])
})

it('the search shows the status that the invoice itself has', () => {
  const states = ['draft', 'unpaid', 'overdue', 'paid', 'cancelled', 'cancellation', 'reminded']
  expect(states.map(standingOfHit)).toEqual([...states.slice(0, -1), 'unknown'])
})

it('the ticket shows the status that the invoice itself has', () => {
  const shown = (isOverdue: boolean) => renderToStaticMarkup(issuedInvoiceState({ isPaid: false, isOverdue }))
  expect(shown(true)).toContain('Überfällig')
  expect(shown(false)).toContain('Offen')
})
