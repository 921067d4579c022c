import { expect, test } from 'vitest'
import { orderingOf, sortOf } from './table-column.ts'

test.each([
  ['date', { key: 'date', direction: 'ascending' }],
  ['-date', { key: 'date', direction: 'descending' }],
] as const)('the ordering parameter %s and the sort of a table say the same', (ordering, sort) => {
  expect(sortOf(ordering)).toEqual(sort)
  expect(orderingOf(sort)).toBe(ordering)
})
