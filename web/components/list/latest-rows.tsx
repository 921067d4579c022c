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
  /** How many are shown. */
  shown: number
  /** One customer's unless stated otherwise. */
  whose?: Whose
  titleId: string
  title?: string
  /** Leads to the whole list where there are more: in the head, or below the rows where the head has buttons. */
  all?: ReactNode
  /** Buttons or a link in the head. */
  actions?: ReactNode
  /** Above the rows, where there are any. */
  figures?: ReactNode
  rowLink: (row: Row) => LinkProps
  rowButton?: DataTableProps<Row>['rowButton']
  /** The sentence where there are none; null leaves the whole section out. */
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
