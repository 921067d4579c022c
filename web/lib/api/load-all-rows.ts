import { pageSizeMax } from '#contract/limits.ts'

export type PageRequest = { readonly page: number; readonly page_size: number }
type LoadedPage<Row> = { readonly count: number; readonly results: readonly Row[] }

export type LoadPage<Row> = (paging: PageRequest, signal: AbortSignal) => Promise<LoadedPage<Row>>

interface LoadAllOptions<Row> {
  loadPage: LoadPage<Row>
  rowKey: (row: Row) => string
  signal: AbortSignal
  /** Where those before are known: the first one to load. */
  firstPage?: number
  /** How many rows are here, of how many. */
  onProgress?: (loaded: number, count: number) => void
}

/**
 * Every row of a list, page after page. A row that comes twice because the list has moved on meanwhile is taken once.
 * Throws what a page throws, and an AbortError once the signal is aborted.
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
