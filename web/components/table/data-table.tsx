// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are grids, which drops the roles of a table
import './data-table.css'
import './data-table-narrow.css'
import type { LinkProps } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { DataTableBody } from './data-table-body.tsx'
import { DataTableHead } from './data-table-head.tsx'
import { NoRows, type NoRowsProps } from './no-rows.tsx'
import { PhoneSort } from './phone-sort.tsx'
import type { TableColumn, TableSort, TableSum } from './table-column.ts'
import { type TableSelection, TableSelectionBar } from './table-selection-bar.tsx'
import { useRowMenu } from './use-row-menu.tsx'

export interface DataTableProps<Row> extends NoRowsProps {
  /** What the rows are: `Tickets`. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** The rows of this page; undefined until they are here. */
  rows: readonly Row[] | undefined
  /** Below the rows. */
  sums?: readonly TableSum[] | undefined
  rowKey: (row: Row) => string
  /** What a row is called in the names of its controls. */
  rowName: (row: Row) => string
  /** Where a row leads; the value of the first `title` column is the link. */
  rowLink?: ((row: Row) => LinkProps | undefined) | undefined
  /** What can be done with a row; one menu serves all rows. */
  rowActions?: ((row: Row) => readonly MenuAction[]) | undefined
  /** The one thing that is mostly done with a row: a button of its own before the menu. */
  rowButton?: ((row: Row) => MenuAction | undefined) | undefined
  sort?: TableSort | undefined
  onSortChange?: ((sort: TableSort) => void) | undefined
  selection?: TableSelection | undefined
  /** Other rows are on their way; the old ones stay. */
  isFetching?: boolean | undefined
  /** In the place of the rows: why they are not here. */
  error?: string | undefined
  onRetry?: (() => void) | undefined
  /** How many rows to hold the place for. */
  skeletonRows?: number | undefined
}

/** A table with server-side sorting and paging. Below 40rem its rows are blocks, from the same markup. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, sort, onSortChange, selection, isFetching = false } = props
  // Many new rows take a moment: what was pressed answers before them.
  const rows = useDeferredValue(props.rows)
  const menu = useRowMenu(props.rowActions, props.rowName)
  const isLoading = rows === undefined
  if (props.error !== undefined && (isLoading || rows.length === 0)) {
    return <ErrorState text={props.error} onRetry={props.onRetry} busy={isFetching} />
  }
  const hasNothing = rows?.length === 0 && !props.onResetFilters
  const hasActions = props.rowActions !== undefined || props.rowButton !== undefined
  const columnCount = columns.length + (selection ? 1 : 0) + (hasActions ? 1 : 0)
  return (
    <div className="grid gap-3">
      {props.error !== undefined ? <ErrorState text={props.error} onRetry={props.onRetry} busy={isFetching} /> : null}
      {onSortChange && !hasNothing ? <PhoneSort columns={columns} sort={sort} onSortChange={onSortChange} /> : null}
      <div className="data-table-frame" data-busy={(isFetching && !isLoading) || undefined}>
        {rows?.length === 0 ? (
          <NoRows {...props} />
        ) : (
          <table role="table" aria-label={label} aria-busy={isFetching || isLoading} className="data-table">
            <colgroup>
              {selection ? <col style={{ width: '3.25rem' }} /> : null}
              {columns.map(column => (
                <col
                  key={column.key}
                  className={column.from ? `table-from-${column.from}` : undefined}
                  style={{ width: column.width }}
                />
              ))}
              {hasActions ? <col style={{ width: props.rowActions && props.rowButton ? '6rem' : '3.5rem' }} /> : null}
            </colgroup>
            <DataTableHead
              columns={columns}
              sort={sort}
              onSortChange={onSortChange}
              selection={selection}
              pageKeys={rows?.map(rowKey) ?? []}
              hasActions={hasActions}
            />
            <DataTableBody {...props} rows={rows} columnCount={columnCount} menu={menu} />
          </table>
        )}
      </div>
      {menu.popup}
      {selection ? <TableSelectionBar selection={selection} /> : null}
    </div>
  )
}
