import { useQuery } from '@tanstack/react-query'
import type { WebsiteHistory, WebsiteService } from '#contract/website-services.ts'
import { Card } from '#web/components/display/card.tsx'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { OutageTable } from './outage-table.tsx'
import { websiteHistoryQuery } from './service.query-options.ts'
import { UptimeColumns } from './uptime-columns.tsx'
import { dayKindOf, formatUptime } from './uptime-days.ts'
import { UptimeTable } from './uptime-table.tsx'

/** The last 90 days of a website as chart and table, and its outages. */
export function WebsiteHistoryCard({ website }: { website: WebsiteService }) {
  const query = useQuery(websiteHistoryQuery(website.id, website.lastCheck?.at))
  const history = query.data
  return (
    <Card title={texts.title}>
      <p className="-mt-2 mb-4 text-label text-muted">
        {website.isWatched ? serviceTexts.website.rhythm : serviceTexts.website.unwatched}
      </p>
      {query.isError && !history ? (
        <ErrorState text={texts.failed} onRetry={query.refetch} busy={query.isFetching} />
      ) : null}
      {query.isPending ? <Skeleton className="h-16 w-full" /> : null}
      {history ? <History history={history} /> : null}
    </Card>
  )
}

const texts = serviceTexts.history

function History({ history }: { history: WebsiteHistory }) {
  if (history.uptime === null) return <p className="text-label text-muted">{texts.noChecks}</p>
  const disturbed = history.days.filter(day => day.failures > 0 && dayKindOf(day) !== 'none').length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <UptimeColumns days={history.days} summary={texts.summary(formatUptime(history.uptime), disturbed)} />
      <section aria-label={texts.outages} className="grid gap-2">
        <h3 className="text-lead">{texts.outages}</h3>
        {history.outages.length === 0 ? (
          <p className="text-label text-muted">{texts.noOutages}</p>
        ) : (
          <OutageTable outages={history.outages} />
        )}
      </section>
      <Disclosure summary={texts.table}>
        <UptimeTable days={history.days} />
      </Disclosure>
    </div>
  )
}
