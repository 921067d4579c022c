import { expect, test } from 'vitest'
import { type LoadPage, loadAllRows } from './load-all-rows.ts'

const list = Array.from({ length: 250 }, (_, index) => `row ${index}`)
const ofList: LoadPage<string> = async ({ page, page_size }) => ({
  count: list.length,
  results: list.slice((page - 1) * page_size, page * page_size),
})
const quiet = { rowKey: (row: string) => row, signal: new AbortController().signal, onProgress: () => {} }

test('all rows arrive in order, in as few pages as possible, with progress for each page', async () => {
  const steps: [number, number][] = []
  const rows = await loadAllRows({ ...quiet, loadPage: ofList, onProgress: (...step) => steps.push(step) })
  expect(rows).toEqual(list)
  expect(steps).toEqual([
    [100, 250],
    [200, 250],
    [250, 250],
  ])
})

test('rows that are already known are not loaded again', async () => {
  const rows = await loadAllRows({ ...quiet, loadPage: ofList, firstPage: 3 })
  expect(rows).toEqual(list.slice(200))
})

test('a list of exactly two pages ends', async () => {
  const rows = await loadAllRows({
    ...quiet,
    loadPage: async ({ page }) => ({ count: 200, results: page < 3 ? list.slice((page - 1) * 100, page * 100) : [] }),
  })
  expect(rows).toHaveLength(200)
})

test('a row that moves to the next page meanwhile is included once', async () => {
  const rows = await loadAllRows({
    ...quiet,
    // Another user inserted a row before the first page, so its last row repeats.
    loadPage: async ({ page }) => ({ count: 251, results: page === 1 ? list.slice(0, 100) : list.slice(99, 150) }),
  })
  expect(rows).toEqual(list.slice(0, 150))
})

test('after an abort nothing more is requested', async () => {
  const leaving = new AbortController()
  let asked = 0
  const loading = loadAllRows({
    ...quiet,
    signal: leaving.signal,
    loadPage: async (paging, signal) => {
      asked += 1
      leaving.abort()
      return ofList(paging, signal)
    },
  })
  await expect(loading).rejects.toThrow(/abort/i)
  expect(asked).toBe(1)
})
