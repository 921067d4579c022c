import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pageSizeMax } from '#contract/limits.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { sitesQuery } from '#web/features/energy/energy.query-options.ts'
import { neighbourOf, rangeAround } from '#web/features/energy/energy-range.ts'
import { MonthReport } from '#web/features/energy/month-report.tsx'
import { berlinDate, formatLongMonth } from '#web/lib/format/format.ts'
import { useSession } from '#web/lib/session/use-session.ts'
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
  const range = rangeAround(from, 'month')
  const month = range.from.slice(0, 7)
  const texts = energySiteTexts.report
  if (!site) return <EmptyState text={`${energySiteTexts.none.title}.`} />
  const monthLink = (by: -1 | 1) => ({ site: site.id, from: neighbourOf(range, by).from })
  return (
    <>
      <PageHeader
        title={texts.title(formatLongMonth(month))}
        meta={<span>{site.name}</span>}
        actions={
          <Button variant="primary" icon={<IconPrinter />} onClick={() => print()}>
            {texts.print}
          </Button>
        }
      />
      <div className="mb-6 flex flex-wrap gap-3" data-screen-only="">
        <LinkButton size="small" icon={<IconChevronLeft />} to={paths.customerMonthReport} search={monthLink(-1)}>
          {texts.before}
        </LinkButton>
        {range.to > berlinDate() ? null : (
          <LinkButton size="small" icon={<IconChevronRight />} to={paths.customerMonthReport} search={monthLink(1)}>
            {texts.after}
          </LinkButton>
        )}
      </div>
      <MonthReport site={site} month={month} />
    </>
  )
}
