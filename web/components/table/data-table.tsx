// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are grids, which drops the roles of a table
import './data-table.css'
import './data-table-narrow.css'
import { useDeferredValue } from 'react'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { DataTableBody, type TableRows } from './data-table-body.tsx'
import { DataTableHead } from './data-table-head.tsx'
import { NoRows, type NoRowsProps } from './no-rows.tsx'
import { PhoneSort } from './phone-sort.tsx'
import type { TableSort } from './table-column.ts'
import { TableSelectionBar } from './table-selection-bar.tsx'
import { useRowControls } from './use-row-controls.ts'
import { useRowMenu } from './use-row-menu.tsx'

export interface DataTableProps<Row> extends NoRowsProps, TableRows<Row> {
  /** Names the table: `Tickets`. */
  label: string
  sort?: TableSort | undefined
  onSortChange?: ((sort: TableSort) => void) | undefined
  /** True while other rows load; the old ones stay visible. */
  isFetching?: boolean | undefined
  /** Shown in place of the rows if they could not be loaded. */
  error?: string | undefined
  onRetry?: (() => void) | undefined
}

/** A table with server-side sorting and paging. Below 40rem the same markup shows rows as blocks. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, sort, onSortChange, selection, isFetching = false } = props
  // Many new rows take time to render: the click responds before that.
  const rows = useDeferredValue(props.rows)
  const { menu, popup } = useRowMenu(props.rowActions, props.rowName)
  const controls = useRowControls(props, menu)
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
            <DataTableBody {...props} rows={rows} columnCount={columnCount} controls={controls} />
          </table>
        )}
      </div>
      {popup}
      {selection ? <TableSelectionBar selection={selection} /> : null}
    </div>
  )
}
