import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { List } from '#contract/lists.ts'
import type { Choice } from '#web/components/form/native-select.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { RowsPage } from '#web/lib/api/rows-query.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'

/** Whose rows a list holds: the reader's own, those of one customer, or those of all. */
export type Whose = 'own' | 'one' | 'all'

/** What every list can be asked for. */
export type ListFilter = {
  page?: number | undefined
  page_size?: number | undefined
  ordering?: string | undefined
  search?: string | undefined
}

/** A list of one noun: what its rows are, how they are found and what of them is shown. Its pages add what is theirs. */
export interface ListView<Row extends { id: string }, Filter extends ListFilter> {
  /** What the rows are: `Tickets`. The heading of the page and the name of table, pager and file. */
  title: string
  /** Sentences in the place of the rows: they could not be loaded, the filters fit none. */
  failed: string
  nothingFiltered?: string
  /** What it can be narrowed to and ordered by, where it can. */
  contract?: List
  query: (filter: Filter) => UseQueryOptions<RowsPage<Row>>
  loadPage: (filter: Filter, signal: AbortSignal) => Promise<RowsPage<Row>>
  /** The order where the address asks for none, if that is not the one of the API. */
  usualOrdering?: NonNullable<Filter['ordering']>
  /** The row's name in the labels of its controls. */
  rowName: (row: Row) => string
  columns: (prices: ShownPrices, whose: Whose) => readonly TableColumn<Row>[]
  /** The columns of the list as a file, loaded when one is wanted. */
  csv: (prices: ShownPrices) => Promise<readonly CsvColumn<Row>[]>
  /** The words in an empty search field. A list without them cannot be searched. */
  searchPlaceholder?: (whose: Whose) => string | undefined
  /** The filter bar, field by field; `choiceFields` makes them from the contract. */
  fields?: (whose: Whose) => readonly FilterField<Filter>[]
  /** Orders to choose from in the filter bar, where no table has heads to sort by. */
  orderings?: readonly Choice[]
}

export type FilterName<Filter> = Exclude<Extract<keyof Filter, string>, 'page' | 'page_size' | 'ordering'>

/** A field of a filter bar: a choice of words, words that set several filters, a day, or a field of the page's own. */
export type FilterField<Filter> = ChoiceField<Filter> | WordField<Filter> | DayField<Filter> | OwnField<Filter>

/** The chosen word is the filter's value. */
export interface ChoiceField<Filter> {
  name: FilterName<Filter>
  label: string
  choices: readonly Choice[]
}

export interface WordField<Filter> {
  names: readonly FilterName<Filter>[]
  label: string
  choices: readonly Choice[]
  /** The word of a filter; empty where none is set. */
  read: (filter: Filter) => string
  write: (word: string) => Partial<Filter>
}

export interface DayField<Filter> {
  day: FilterName<Filter>
  label: string
  /** The filters of the first and the last day that can be chosen. */
  from?: FilterName<Filter>
  to?: FilterName<Filter>
}

export interface OwnField<Filter> {
  name: FilterName<Filter>
  render: (value: string | undefined, onChange: (value: string | undefined) => void) => ReactNode
}
