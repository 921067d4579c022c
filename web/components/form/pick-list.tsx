import './pick-list.css'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { NoRows, type NoRowsProps } from '#web/components/table/no-rows.tsx'

export interface PickListProps<Row> extends NoRowsProps {
  /** Names the list: `Nachrichten`. */
  label: string
  /** The rows of this page; undefined while they load. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The link of a row: the same page with this row picked. */
  rowLink: (row: Row) => LinkProps
  /** Key of the picked row. */
  picked: string | undefined
  isFetching?: boolean | undefined
  /** Shown in place of the rows if they could not be loaded. */
  error?: string | undefined
  onRetry?: (() => void) | undefined
  skeletonRows?: number | undefined
  /** Renders a row's content. */
  children: (row: Row) => ReactNode
}

/** A narrow list next to the row picked from it. For a full-width list use `DataTable`. */
export function PickList<Row>(props: PickListProps<Row>) {
  const { label, rows, rowKey, rowLink, picked, isFetching = false, skeletonRows = 6 } = props
  if (props.error !== undefined && (rows === undefined || rows.length === 0)) {
    return <ErrorState text={props.error} onRetry={props.onRetry} busy={isFetching} />
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {props.error !== undefined ? <ErrorState text={props.error} onRetry={props.onRetry} busy={isFetching} /> : null}
      <div className="pick-list" aria-busy={isFetching || rows === undefined}>
        {rows?.length === 0 ? (
          <NoRows {...props} />
        ) : (
          <ul aria-label={label}>
            {rows?.map(row => (
              <li key={rowKey(row)}>
                <Link
                  {...rowLink(row)}
                  resetScroll={false}
                  aria-current={rowKey(row) === picked ? 'true' : undefined}
                  activeProps={{}}
                  className="pick-link"
                >
                  {props.children(row)}
                </Link>
              </li>
            )) ?? <Placeholders count={skeletonRows} />}
          </ul>
        )}
      </div>
    </div>
  )
}

function Placeholders({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
    <li key={index} className="grid gap-2 px-5 py-4">
      <Skeleton className="animate-late h-4 w-2/5" />
      <Skeleton className="animate-late h-3.5 w-4/5" />
    </li>
  ))
}
