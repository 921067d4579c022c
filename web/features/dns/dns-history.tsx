import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import type { RowsPage } from '#web/lib/api/rows-query.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'

interface HistoryLine {
  key: string
  at: string
  title: string
  /** Muted lines below; null ones are left out. */
  notes: readonly (string | null)[]
}

interface DnsHistoryProps<Row> {
  title: string
  empty: string
  query: UseQueryResult<RowsPage<Row>>
  /** The number of loaded rows. */
  size: number
  onMore: () => void
  render: (row: Row) => HistoryLine
}

/** Events, newest first. */
export function DnsHistory<Row>({ title, empty, query, size, onMore, render }: DnsHistoryProps<Row>) {
  const titleId = useId()
  const rows = query.data
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h3 id={titleId} className="text-lead">
        {title}
      </h3>
      {query.isError && !rows ? (
        <ErrorState text={dnsTexts.loadFailed} onRetry={query.refetch} busy={query.isFetching} />
      ) : null}
      {query.isPending ? <Skeleton className="h-16 w-full" /> : null}
      {rows?.results.length === 0 ? <p className="text-label text-muted">{empty}</p> : null}
      <ol className="divide-y divide-hairline">
        {rows?.results.map(render).map(line => (
          <li key={line.key} className="grid gap-0.5 py-2.5 first:pt-0">
            <p className="text-small text-muted">{formatDateTime(line.at)}</p>
            <p className="text-label wrap-anywhere">{line.title}</p>
            {line.notes.map(note =>
              note ? (
                <p key={note} className="text-small text-muted wrap-anywhere">
                  {note}
                </p>
              ) : null,
            )}
          </li>
        ))}
      </ol>
      {rows && rows.count > rows.results.length && size < 100 ? (
        <Button className="justify-self-start" size="small" busy={query.isFetching} onClick={onMore}>
          {dnsTexts.more}
        </Button>
      ) : null}
    </section>
  )
}
