import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { List } from '#contract/lists.ts'
import type { Choice } from '#web/components/form/native-select.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { RowsPage } from '#web/lib/api/rows-query.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'

/** Rows of the current user, of one customer, or of all customers. */
export type Whose = 'own' | 'one' | 'all'

/** Parameters of every list. */
export type ListFilter = {
  page?: number | undefined
  page_size?: number | undefined
  ordering?: string | undefined
  search?: string | undefined
}

/** A list of one noun: its query, columns, filters and CSV. Pages add links, actions and dialogs. */
export interface ListView<Row extends { id: string }, Filter extends ListFilter> {
  /** Name of the rows: `Tickets`. Heading of the page, label of table and pager, name of the CSV file. */
  title: string
  /** Shown instead of rows when loading failed, or when the filters match none. */
  failed: string
  nothingFiltered?: string
  /** Filters and orderings, if it has any. */
  contract?: List
  query: (filter: Filter) => UseQueryOptions<RowsPage<Row>>
  loadPage: (filter: Filter, signal: AbortSignal) => Promise<RowsPage<Row>>
  /** Default order, if it differs from the API's. */
  usualOrdering?: NonNullable<Filter['ordering']>
  /** The row's name in the labels of its controls. */
  rowName: (row: Row) => string
  columns: (prices: ShownPrices, whose: Whose) => readonly TableColumn<Row>[]
  /** CSV columns, loaded on demand. */
  csv: (prices: ShownPrices) => Promise<readonly CsvColumn<Row>[]>
  /** Placeholder of the search field. Without one there is no search field. */
  searchPlaceholder?: (whose: Whose) => string | undefined
  /** Fields of the filter bar; `choiceFields` derives them from the contract. */
  fields?: (whose: Whose) => readonly FilterField<Filter>[]
  /** Orders to select in the filter bar, for a list without sortable columns. */
  orderings?: readonly Choice[]
}

export type FilterName<Filter> = Exclude<Extract<keyof Filter, string>, 'page' | 'page_size' | 'ordering'>

/** A field of a filter bar: a select, a select that sets several filters, a day, or a custom field. */
export type FilterField<Filter> = ChoiceField<Filter> | WordField<Filter> | DayField<Filter> | OwnField<Filter>

/** The selected word is the value of the filter. */
export interface ChoiceField<Filter> {
  name: FilterName<Filter>
  label: string
  choices: readonly Choice[]
}

export interface WordField<Filter> {
  names: readonly FilterName<Filter>[]
  label: string
  choices: readonly Choice[]
  /** The selected word; empty if no filter is set. */
  read: (filter: Filter) => string
  write: (word: string) => Partial<Filter>
}

export interface DayField<Filter> {
  day: FilterName<Filter>
  label: string
  /** Filters that hold the first and last selectable day. */
  from?: FilterName<Filter>
  to?: FilterName<Filter>
}

export interface OwnField<Filter> {
  name: FilterName<Filter>
  render: (value: string | undefined, onChange: (value: string | undefined) => void) => ReactNode
}
