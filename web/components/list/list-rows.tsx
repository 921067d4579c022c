import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { ListFilters } from './list-filters.tsx'
import type { ListFilter } from './list-view.ts'
import { menuOf, type RowAction } from './row-actions.ts'
import { useChosenRows } from './use-chosen-rows.ts'
import type { ShownList } from './use-list.ts'

/** A button that creates a row. */
export interface Create {
  label: string
  onClick: () => void
}

export interface ListRowsProps<Row extends { id: string }> {
  /** Link to the page of a row. */
  rowLink?: ((row: Row) => LinkProps | undefined) | undefined
  rowActions?: readonly RowAction<Row>[] | undefined
  rowButton?: DataTableProps<Row>['rowButton']
  /** Buttons for all selected rows of all pages; `keep` sets the rows that stay selected. */
  bulkActions?: ((chosen: readonly Row[], keep: (ids: readonly string[]) => void) => ReactNode) | undefined
  /** Text of an empty list. */
  empty: string
  /** Action of an empty list. Default: the `create` button. */
  emptyAction?: ReactNode
  create?: Create | undefined
  skeletonRows?: number | undefined
  /** Hides the busy state while a poll refreshes the rows. */
  isQuiet?: boolean | undefined
}

/** The filter bar of a list, unless the list is empty. */
export function ListBar<Row extends { id: string }, Filter extends ListFilter>({ shown }: Shown<Row, Filter>) {
  return shown.hasNothing ? null : <ListFilters {...shown.filters} />
}

/** Exports the list with its filters and order. */
export function ListCsv<Row extends { id: string }, Filter extends ListFilter>({ shown }: Shown<Row, Filter>) {
  const { list, asked, prices } = shown
  return (
    <CsvButton
      name={list.title}
      columns={() => list.csv(prices)}
      rowKey={({ id }) => id}
      loadPage={(paging, signal) => list.loadPage({ ...asked, ...paging }, signal)}
    />
  )
}

/** The table of a list and its pager. */
export function ListRows<Row extends { id: string }, Filter extends ListFilter>(
  props: ListRowsProps<Row> & Shown<Row, Filter>,
) {
  const { shown, rowLink, rowActions, rowButton, bulkActions, skeletonRows = 10, isQuiet = false } = props
  const { chosen, choose } = useChosenRows(shown)
  return (
    <div>
      <DataTable<Row>
        // It defers its rows, and those of another list have other columns.
        key={shown.list.title}
        {...shown.table}
        rowLink={rowLink}
        rowActions={rowActions && (row => menuOf(row, rowActions))}
        rowButton={rowButton}
        selection={
          bulkActions && {
            selected: new Set(chosen.map(({ id }) => id)),
            onChange: choose,
            actions: bulkActions(chosen, ids => choose(new Set(ids))),
          }
        }
        isFetching={shown.table.isFetching && !isQuiet}
        empty={<Empty {...props} />}
        skeletonRows={skeletonRows}
      />
      <Pager {...shown.pager} />
    </div>
  )
}

interface Shown<Row extends { id: string }, Filter extends ListFilter> {
  shown: ShownList<Row, Filter>
}

type EmptyProps = Pick<ListRowsProps<{ id: string }>, 'empty' | 'emptyAction' | 'create'>

function Empty({ empty, emptyAction, create }: EmptyProps) {
  const createButton = create ? <Button onClick={create.onClick}>{create.label}</Button> : undefined
  return <EmptyState text={empty} action={emptyAction === undefined ? createButton : emptyAction} />
}
