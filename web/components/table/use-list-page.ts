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
  /** The page of the list for the current filters. */
  list: Listed<Row>
  filter: Paging<Ordering> & { [N in Name]?: unknown }
  /** Called with changes; an undefined value removes the filter. A correction replaces the history entry. */
  onFilterChange: (change: Paging<Ordering> | { [N in Name]?: undefined }, isCorrection?: boolean) => void
  /** Names of all filters: if none is set, an empty list has no rows at all. */
  filterNames: readonly Name[]
  /** The API's default order. */
  usualOrdering?: Ordering
}

/** State shared by filters, table and pager of a list: the visible rows, their order and their number. */
export function useListPage<Row, Ordering extends string, Name extends string>(
  options: ListPageOptions<Row, Ordering, Name>,
) {
  const { list, filter, onFilterChange, filterNames, usualOrdering } = options
  const rows = usePageRows(list, filter, page => onFilterChange({ page }, true))
  const isFiltered = filterNames.some(name => filter[name] !== undefined)
  // The object has every name of the type, without a value.
  const nothing = Object.fromEntries(filterNames.map(name => [name, undefined])) as { [N in Name]?: undefined }
  const reset = () => onFilterChange(nothing)
  return {
    reset,
    /** True if the list has no rows at all: search, filters and export are useless then. */
    hasNothing: list.data?.count === 0 && !isFiltered && !list.isPlaceholderData,
    table: {
      rows,
      sort: sortOf(filter.ordering ?? usualOrdering ?? ''),
      // Only orders of the API are sortable, and an address with any other order counts as without.
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
