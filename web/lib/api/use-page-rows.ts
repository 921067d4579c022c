import { useEffect } from 'react'
import { pageSizeDefault } from '#contract/limits.ts'

interface PagedList<Row> {
  data: { count: number; results: readonly Row[] } | undefined
  /** True while the rows belong to the previous filter. */
  isPlaceholderData: boolean
}

/**
 * The rows of a page of a list, undefined while they load. A page past the end, from an old link or after the last row
 * of the last page was deleted, redirects to the last existing one.
 */
export function usePageRows<Row>(
  { data, isPlaceholderData }: PagedList<Row>,
  { page = 1, page_size = pageSizeDefault }: { page?: number | undefined; page_size?: number | undefined },
  goToPage: (page: number) => void,
): readonly Row[] | undefined {
  const isPastEnd = data !== undefined && data.results.length === 0 && data.count > 0
  const lastPage = isPastEnd ? Math.ceil(data.count / page_size) : page
  useEffect(() => {
    if (isPastEnd && !isPlaceholderData && page > lastPage) goToPage(lastPage)
  })
  return isPastEnd ? undefined : data?.results
}
