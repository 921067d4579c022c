import { expect, test } from 'vitest'
import { changedSearch } from './changed-search.ts'

type Search = { page?: number; search?: string; progress?: string }

test('a new filter leads to the first page and keeps the other filters', () => {
  const search: Search = { page: 3, search: 'Wallbox' }
  expect(changedSearch(search, { progress: 'finished' })).toEqual({ search: 'Wallbox', progress: 'finished' })
})

test('a removed filter disappears from the address', () => {
  const search: Search = { search: 'Wallbox', progress: 'finished' }
  expect(Object.keys(changedSearch(search, { search: undefined }))).toEqual(['progress'])
})

test('changing the page keeps the filters', () => {
  const search: Search = { search: 'Wallbox' }
  expect(changedSearch(search, { page: 2 })).toEqual({ search: 'Wallbox', page: 2 })
})
