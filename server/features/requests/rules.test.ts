import { expect, it } from 'vitest'
import { requestPriorities } from '#contract/requests.ts'
import { descriptionOfTicket, priorityRank, requestNumber, requestNumberKey } from './rules.ts'

it('numbers requests within their year, in an order that text keeps', () => {
  expect(requestNumber(2026, 1)).toBe('A-2026-0001')
  expect(requestNumber(2026, 12_345)).toBe('A-2026-12345')
  expect(requestNumberKey(2026, 9_999) < requestNumberKey(2026, 10_000)).toBe(true)
})

it('sorts priorities from low to high', () => {
  expect(requestPriorities.map(priorityRank)).toEqual([1, 2, 3])
})

it('keeps the lines of a description where it becomes Markdown', () => {
  expect(descriptionOfTicket('Erste Zeile\nzweite \n\nAbsatz\n- Punkt')).toBe(
    'Erste Zeile  \nzweite \n\nAbsatz  \n- Punkt',
  )
  expect(descriptionOfTicket('')).toBe('')
})
