import { expect, test } from 'vitest'
import { orderingOf, sortOf } from './table-column.ts'

test.each([
  ['date', { key: 'date', direction: 'ascending' }],
  ['-date', { key: 'date', direction: 'descending' }],
] as const)('the ordering parameter %s equals the table’s sort', (ordering, sort) => {
  expect(sortOf(ordering)).toEqual(sort)
  expect(orderingOf(sort)).toBe(ordering)
})
