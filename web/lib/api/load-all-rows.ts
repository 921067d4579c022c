import { pageSizeMax } from '#contract/limits.ts'

export type PageRequest = { readonly page: number; readonly page_size: number }
type LoadedPage<Row> = { readonly count: number; readonly results: readonly Row[] }

export type LoadPage<Row> = (paging: PageRequest, signal: AbortSignal) => Promise<LoadedPage<Row>>

interface LoadAllOptions<Row> {
  loadPage: LoadPage<Row>
  rowKey: (row: Row) => string
  signal: AbortSignal
  /** The first page to load, if earlier ones are known. */
  firstPage?: number
  /** Called with the number of loaded rows and the total. */
  onProgress?: (loaded: number, count: number) => void
}

/**
 * Loads every row of a list, page by page. A row that repeats because the list has changed meanwhile is included once.
 * Throws the errors of `loadPage`, and an AbortError once the signal is aborted.
 */
export async function loadAllRows<Row>({
  loadPage,
  rowKey,
  signal,
  firstPage = 1,
  onProgress,
}: LoadAllOptions<Row>): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (let page = firstPage; ; page++) {
    signal.throwIfAborted()
    const { count, results } = await loadPage({ page, page_size: pageSizeMax }, signal)
    signal.throwIfAborted()
    for (const row of results) rows.set(rowKey(row), row)
    onProgress?.(rows.size, count)
    if (results.length < pageSizeMax) return [...rows.values()]
  }
}
