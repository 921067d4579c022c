import type { ReactNode } from 'react'

/** A column of a `DataTable`, and where its value appears on a phone. */
export interface TableColumn<Row> {
  /** Unique in the table; also the name to sort by. */
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** A second, muted line below the value. */
  note?: ((row: Row) => ReactNode) | undefined
  /** `end` for numbers. */
  align?: 'start' | 'end' | undefined
  sortable?: boolean | undefined
  /** A second value of the cell to sort by, such as the hours in the note of a sum: the header then opens a menu. */
  alsoSorts?: { key: string; header: string } | undefined
  /** A CSS width; without one the column takes the remaining width. */
  width?: string | undefined
  /** Hidden on screens narrower than this: 48, 64 or 80rem. A phone follows `phone` instead. */
  from?: 'md' | 'lg' | 'xl' | undefined
  /**
   * Below 40rem a row is a block of two columns: `title` and `left` items in the wide one,
   * `figure` (bold) and `right` items in the narrow one. Without it: `left`.
   */
  phone?: 'title' | 'figure' | 'left' | 'right' | 'hidden' | undefined
  /** Text before and after the value on a phone, which has no header. */
  phoneLabel?: string | undefined
  phoneSuffix?: string | undefined
}

/** A row below all rows. The first is the total, the following ones are its parts. */
export interface TableSum {
  label: string
  /** The values by column key. */
  values: Readonly<Record<string, ReactNode>>
}

export interface TableSort {
  key: string
  direction: 'ascending' | 'descending'
}

/** The sort keys of a column: its value and the second one in its cell. */
export function sortKeysOf<Row>(column: TableColumn<Row>): readonly { key: string; header: string }[] {
  if (!column.sortable) return []
  return [{ key: column.key, header: column.header }, ...(column.alsoSorts ? [column.alsoSorts] : [])]
}

/** A sort as the API's `ordering` parameter: `-date`. */
export function orderingOf(sort: TableSort): string {
  return sort.direction === 'descending' ? `-${sort.key}` : sort.key
}

/** The sort for an `ordering` parameter. */
export function sortOf(ordering: string): TableSort {
  return ordering.startsWith('-')
    ? { key: ordering.slice(1), direction: 'descending' }
    : { key: ordering, direction: 'ascending' }
}

/** The classes of a column's cells: alignment, screen width and position on a phone. */
export function columnClass<Row>(column: TableColumn<Row>): string {
  const side = column.align === 'end' ? 'table-end' : ''
  const from = column.from ? ` table-from-${column.from}` : ''
  return `${side}${from} table-phone-${column.phone ?? 'left'}`.trim()
}
