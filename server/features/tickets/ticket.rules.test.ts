import { expect, it } from 'vitest'
import { ticketNumber, ticketNumberKey, ticketSearchTexts } from './ticket.rules.ts'

it('numbers tickets within their year, in an order that text keeps', () => {
  expect([1, 9_999, 12_345].map(sequence => ticketNumber(2026, sequence))).toEqual([
    'T-2026-0001',
    'T-2026-9999',
    'T-2026-12345',
  ])
  const keys = [ticketNumberKey(2025, 12_345), ...[1, 9, 10, 9_999, 10_000].map(at => ticketNumberKey(2026, at))]
  expect(keys).toEqual(keys.toSorted())
  expect(keys[0]).toBe('2025-0000012345')
})

it('finds a ticket by its number and its name', () => {
  expect(ticketSearchTexts({ number: 'T-2026-0001', name: 'Heizung' })).toEqual(['T-2026-0001', 'Heizung'])
})
