import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import { usePrices } from '#web/lib/format/use-prices.ts'
import type { ListFilter, ListView, Whose } from './list-view.ts'

interface LatestRowsProps<Row extends { id: string }, Filter extends ListFilter> {
  list: ListView<Row, Filter>
  filter: NoInfer<Filter>
  /** Number of rows. */
  shown: number
  /** Default: `one`. */
  whose?: Whose
  titleId: string
  title?: string
  /** Link to the whole list if it has more rows: in the header, or below the rows if the header has actions. */
  all?: ReactNode
  /** Buttons or a link in the header. */
  actions?: ReactNode
  /** Figures above the rows, unless there are none. */
  figures?: ReactNode
  rowLink: (row: Row) => LinkProps
  rowButton?: DataTableProps<Row>['rowButton']
  /** Text of an empty list; null omits the section. */
  empty: string | null
  skeletonRows?: number
  /** Drawers of the section. */
  children?: ReactNode
}

/** The first rows of a list as a section of another page. */
export function LatestRows<Row extends { id: string }, Filter extends ListFilter>(props: LatestRowsProps<Row, Filter>) {
  const { list, filter, shown, whose = 'one', titleId, title = list.title, all, actions, figures } = props
  const query = useQuery(list.query({ ...filter, page_size: shown }))
  const prices = usePrices()
  const columns = useMemo(() => list.columns(prices, whose), [list, prices, whose])
  const count = query.data?.count ?? 0
  const more = count > shown ? all : null
  if (query.data?.count === 0 && props.empty === null) return null
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-4">
      <SectionHeader title={title} titleId={titleId} actions={actions ?? more} />
      {count > 0 ? figures : null}
      <DataTable
        label={list.title}
        columns={columns}
        rows={query.data?.results}
        rowKey={({ id }) => id}
        rowName={list.rowName}
        rowLink={props.rowLink}
        rowButton={props.rowButton}
        isFetching={query.isFetching}
        error={query.isError ? list.failed : undefined}
        onRetry={query.refetch}
        empty={<EmptyState text={props.empty} />}
        skeletonRows={props.skeletonRows ?? 3}
      />
      {actions ? more : null}
      {props.children}
    </section>
  )
}
