import { expect, test } from 'vitest'
import { changedSearch, listAddress } from './changed-search.ts'

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

test('a closed dialog keeps the list’s page and adds no history entry', async () => {
  const steps: object[] = []
  const address = { page: 3, search: 'Wallbox', dialog: 'new' }
  const { forget } = listAddress(address, async step => void steps.push(step))
  forget('dialog')
  const search = { page: 3, search: 'Wallbox', dialog: undefined }
  expect(steps).toEqual([{ to: '.', search, replace: true, resetScroll: false }])
})

test('a dialog not opened by the address does not change it', () => {
  const { forget } = listAddress<Search & { dialog?: string }>({ page: 3 }, () => Promise.reject(new Error('left')))
  expect(() => forget('dialog')).not.toThrow()
})

test('only a change of the page adds a history entry and scrolls to the top', () => {
  const steps: object[] = []
  const { change } = listAddress<Search>({ page: 2 }, async step => void steps.push(step))
  change({ page: 3 })
  change({ page: 1 }, true)
  change({ search: 'Wallbox' })
  expect(steps).toMatchObject([
    { search: { page: 3 }, replace: false, resetScroll: true },
    { search: { page: 1 }, replace: true, resetScroll: false },
    { search: { search: 'Wallbox' }, replace: true, resetScroll: false },
  ])
})

test('a list further down its page keeps its place when the page turns', () => {
  const steps: object[] = []
  const { change } = listAddress<Search>({ page: 2 }, async step => void steps.push(step), { keepsScroll: true })
  change({ page: 3 })
  expect(steps).toMatchObject([{ search: { page: 3 }, replace: false, resetScroll: false }])
})
