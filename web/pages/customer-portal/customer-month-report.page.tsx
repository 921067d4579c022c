import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pageSizeMax } from '#contract/limits.ts'
import { paths } from '#web/app/paths.ts'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { sitesQuery } from '#web/features/energy/energy.query-options.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { MonthReportFrame } from '#web/pages/month-report-frame.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

const route = getRouteApi(paths.customerMonthReport)

/** /customer-portal/power-master-report: the energy of a site in a month, to print. */
export function CustomerMonthReportPage() {
  const { site: siteId, from = berlinDate() } = route.useSearch()
  const { customer } = useSession()
  const { data, error } = useQuery(sitesQuery({ customer: customer?.id, page_size: pageSizeMax }))
  if (!data) {
    if (error) throw error
    return <ItemSkeleton />
  }
  const site = data.results.find(({ id }) => id === siteId) ?? data.results[0]
  if (!site) return <EmptyState text={`${energySiteTexts.none.title}.`} />
  const isUnknown = siteId !== undefined && siteId !== site.id
  const linkTo = (id: string, day: string) => ({ to: paths.customerMonthReport, search: { site: id, from: day } })
  return (
    <MonthReportFrame
      site={site}
      from={from}
      linkTo={day => linkTo(site.id, day)}
      sites={
        data.results.length > 1 || isUnknown ? (
          <div className="mb-4 grid grid-cols-1 gap-4">
            {isUnknown ? <Notice kind="warning">{energySiteTexts.unknown(site.name)}</Notice> : null}
            <SectionNav
              label={energySiteTexts.sites}
              items={data.results.map(({ id, name }) => ({
                label: name,
                link: linkTo(id, from),
                exact: true,
                isCurrent: id === site.id,
              }))}
            />
          </div>
        ) : null
      }
    />
  )
}
