import { expect, it } from 'vitest'
import { requestPriorities } from '#contract/requests.ts'
import { priorityRank, requestNumber, requestNumberKey } from './rules.ts'

it('numbers requests within their year, in an order that text keeps', () => {
  expect(requestNumber(2026, 1)).toBe('A-2026-0001')
  expect(requestNumber(2026, 12_345)).toBe('A-2026-12345')
  expect(requestNumberKey(2026, 9_999) < requestNumberKey(2026, 10_000)).toBe(true)
})

it('sorts priorities from low to high', () => {
  expect(requestPriorities.map(priorityRank)).toEqual([1, 2, 3])
})
