import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { pageSizeDefault } from '#contract/limits.ts'
import { orderingOf, sortOf, type TableSort } from '#web/components/table/table-column.ts'
import { usePageRows } from '#web/lib/api/use-page-rows.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import type { FilterField, FilterName, ListFilter, ListView, Whose } from './list-view.ts'

export interface ListOptions<Row extends { id: string }, Filter extends ListFilter> {
  list: ListView<Row, Filter>
  /** The parameters of the address. */
  filter: NoInfer<Filter>
  /** Called with changes; an undefined value removes the filter. A correction replaces the history entry. */
  onFilterChange: (change: Partial<NoInfer<Filter>>, isCorrection?: boolean) => void
  /** The parameters of the API, if they differ from those of the address, such as a fixed customer. */
  asked?: NoInfer<Filter> | undefined
  /** Default: `all`. */
  whose?: Whose | undefined
  /** Additional filters of the page, before those of the list. */
  ownFields?: readonly FilterField<NoInfer<Filter>>[] | undefined
}

export type ShownList<Row extends { id: string }, Filter extends ListFilter> = ReturnType<typeof useList<Row, Filter>>

/** The state shared by header, filters, table and pager of a list. */
export function useList<Row extends { id: string }, Filter extends ListFilter>(options: ListOptions<Row, Filter>) {
  const { list, filter, onFilterChange, asked = filter, whose = 'all', ownFields = [] } = options
  const { data, query, isLate, isPlaceholderData } = useLaterQuery(list, asked)
  const rows = usePageRows({ data, isPlaceholderData }, filter, page => onFilterChange(changed({ page }), true))
  const prices = usePrices()
  const columns = useMemo(() => list.columns(prices, whose), [list, prices, whose])
  const fields = [...ownFields, ...(list.fields?.(whose) ?? [])]
  // Includes filters without a field, which only links set.
  const names = ['search', ...Object.keys(list.contract?.filters ?? {})] as FilterName<Filter>[] // names from the contract
  const usualOrdering = list.usualOrdering ?? list.contract?.usualOrdering
  const isFiltered = names.some(name => filter[name] !== undefined)
  const hasNothing = data?.count === 0 && !isFiltered && !isPlaceholderData
  const reset = () => onFilterChange(changed(Object.fromEntries(names.map(name => [name, undefined]))))
  const changed = (change: { [Name in string]?: unknown }) => change as Partial<Filter> // names of the filter
  return {
    list,
    asked,
    prices,
    /** True if the list has no rows at all: search, filters and export are useless then. */
    hasNothing,
    /** Users do not export their own rows. */
    hasFile: whose !== 'own' && !hasNothing,
    /** For `ListFilters`. */
    filters: {
      fields,
      filter,
      orderings: list.orderings,
      usualOrdering,
      searchPlaceholder: list.searchPlaceholder?.(whose),
      onChange: onFilterChange,
      onReset: reset,
    },
    /** Changes with search and filters, not with page or order. */
    filterKey: JSON.stringify(names.map(name => filter[name])),
    table: {
      label: list.title,
      columns,
      rows,
      rowKey,
      rowName: list.rowName,
      sort: sortOf(filter.ordering ?? usualOrdering ?? ''),
      // Only orders of the API are sortable, and an address with any other order counts as one without.
      onSortChange: (sort: TableSort) => onFilterChange(changed({ ordering: orderingOf(sort) })),
      isFetching: query.isFetching || isLate,
      error: query.isError && !isLate ? list.failed : undefined,
      onRetry: query.refetch,
      nothingFiltered: list.nothingFiltered,
      onResetFilters: isFiltered ? reset : undefined,
    },
    pager: {
      label: list.title,
      page: filter.page ?? 1,
      pageSize: filter.page_size ?? pageSizeDefault,
      count: data?.count ?? 0,
      onPageChange: (page: number) => onFilterChange(changed({ page })),
      onPageSizeChange: (page_size: number) => onFilterChange(changed({ page_size })),
    },
  }
}

/**
 * The query of a list. Another filter is requested after the frame that responds to the press: starting a request takes
 * longer than that frame, and the effects of a press run before it (decision 0037). `isLate` until then. The rows of
 * another list are not those of this one.
 */
function useLaterQuery<Row extends { id: string }, Filter extends ListFilter>(
  list: ListView<Row, Filter>,
  asked: Filter,
) {
  // As text, because the filter is a new object on every render; it consists of texts and numbers.
  const text = JSON.stringify(asked)
  const now = useMemo(() => ({ list, filter: JSON.parse(text) as Filter }), [list, text])
  const later = useDeferredValue(now)
  const isLate = later !== now
  const query = useQuery(later.list.query(later.filter))
  return {
    data: later.list === list ? query.data : undefined,
    query,
    isLate,
    isPlaceholderData: isLate || query.isPlaceholderData,
  }
}

function rowKey({ id }: { id: string }): string {
  return id
}
