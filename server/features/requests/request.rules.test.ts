import { expect, it } from 'vitest'
import { requestPriorities } from '#contract/lists.ts'
import {
  descriptionOfTicket,
  priorityRank,
  requestNumber,
  requestNumberKey,
  requestSearchTexts,
} from './request.rules.ts'

it('numbers requests within their year, in an order that text keeps', () => {
  expect(requestNumber(2026, 1)).toBe('A-2026-0001')
  expect(requestNumber(2026, 12_345)).toBe('A-2026-12345')
  const keys = [requestNumberKey(2025, 12_345), ...[1, 9, 9_999, 10_000].map(at => requestNumberKey(2026, at))]
  expect(keys).toEqual(keys.toSorted())
  expect(keys[0]).toBe('2025-0000012345')
})

it('finds a request by its number and its title', () => {
  expect(requestSearchTexts({ number: 'A-2026-0001', title: 'Heizung' })).toEqual(['A-2026-0001', 'Heizung'])
})

it('sorts priorities from low to high', () => {
  expect(requestPriorities.map(priorityRank)).toEqual([1, 2, 3])
})

it('keeps the lines of a description when it becomes Markdown', () => {
  expect(descriptionOfTicket('Erste Zeile\nzweite \n\nAbsatz\n- Punkt')).toBe(
    'Erste Zeile  \nzweite \n\nAbsatz  \n- Punkt',
  )
  expect(descriptionOfTicket('eins \t\nzwei\n')).toBe('eins  \nzwei\n')
  expect(descriptionOfTicket('   \neins')).toBe('   \neins')
  expect(descriptionOfTicket('')).toBe('')
})
