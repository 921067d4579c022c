import { pageSizeDefault } from '#contract/limits.ts'
import { usePageRows } from '#web/lib/api/use-page-rows.ts'
import { orderingOf, sortOf, type TableSort } from './table-column.ts'

interface Listed<Row> {
  data: { count: number; results: readonly Row[] } | undefined
  isPlaceholderData: boolean
  isFetching: boolean
  isError: boolean
  refetch: () => unknown
}

type Paging<Ordering> = {
  page?: number | undefined
  page_size?: number | undefined
  ordering?: Ordering | undefined
}

export interface ListPageOptions<Row, Ordering extends string, Name extends string> {
  /** The page of the list that `filter` asks for. */
  list: Listed<Row>
  filter: Paging<Ordering> & { [N in Name]?: unknown }
  /** Gets what changed; an undefined value takes the filter away. A correction is no step of its own to go back to. */
  onFilterChange: (change: Paging<Ordering> | { [N in Name]?: undefined }, isCorrection?: boolean) => void
  /** What narrows the list: where none of it is set, an empty list is empty by itself. */
  filterNames: readonly Name[]
  /** The order of the API where none is asked for. */
  usualOrdering?: Ordering
}

/** What filters, table and pager of a list have in common: which rows are shown, in which order, of how many. */
export function useListPage<Row, Ordering extends string, Name extends string>(
  options: ListPageOptions<Row, Ordering, Name>,
) {
  const { list, filter, onFilterChange, filterNames, usualOrdering } = options
  const rows = usePageRows(list, filter, page => onFilterChange({ page }, true))
  const isFiltered = filterNames.some(name => filter[name] !== undefined)
  // The entries are those of the type: each name once, without a value.
  const nothing = Object.fromEntries(filterNames.map(name => [name, undefined])) as { [N in Name]?: undefined }
  const reset = () => onFilterChange(nothing)
  return {
    reset,
    /** There is nothing at all, whatever one would look for: what searches, narrows or exports is of no use. */
    hasNothing: list.data?.count === 0 && !isFiltered && !list.isPlaceholderData,
    table: {
      rows,
      sort: sortOf(filter.ordering ?? usualOrdering ?? ''),
      // Only what the API can sort by is a sortable column, and an address with anything else counts as without.
      onSortChange: (sort: TableSort) => onFilterChange({ ordering: orderingOf(sort) as Ordering }),
      isFetching: list.isFetching,
      hasFailed: list.isError,
      onRetry: list.refetch,
      onResetFilters: isFiltered ? reset : undefined,
    },
    pager: {
      page: filter.page ?? 1,
      pageSize: filter.page_size ?? pageSizeDefault,
      count: list.data?.count ?? 0,
      onPageChange: (page: number) => onFilterChange({ page }),
      onPageSizeChange: (page_size: number) => onFilterChange({ page_size }),
    },
  }
}
