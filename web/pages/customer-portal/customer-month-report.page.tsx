import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { EnergySite } from '#contract/energy-sites.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { sitesQuery } from '#web/features/energy/energy.query-options.ts'
import { neighbourOf, rangeAround } from '#web/features/energy/energy-range.ts'
import { MonthReport } from '#web/features/energy/month-report.tsx'
import { berlinDate, formatDate, formatLongMonth, joinFacts } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { energyReportTexts } from '#web/texts/energy-reports.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

const texts = energyReportTexts
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
  if (!site) return <EmptyState text={`${energySiteTexts.none.title}.`} />
  const monthLink = (by: -1 | 1) => ({ site: site.id, from: neighbourOf(range, by).from })
  return (
    <>
      <PageHeader
        title={texts.title(formatLongMonth(month))}
        meta={<span>{unbroken(factsOf(site))}</span>}
        actions={
          <Button variant="primary" icon={<IconPrinter />} onClick={() => print()}>
            {texts.print}
          </Button>
        }
      />
      {data.results.length > 1 ? (
        <div className="mb-4">
          <SectionNav
            label={energySiteTexts.sites}
            items={data.results.map(({ id, name }) => ({
              label: name,
              link: { to: paths.customerMonthReport, search: { site: id, from: range.from } },
              exact: true,
            }))}
          />
        </div>
      ) : null}
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

/** On paper nothing else tells which house it is and when it was printed. */
function factsOf({ name, customer, address, pvKwp }: EnergySite): string {
  const place = [address.street, [address.zip, address.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return joinFacts([
    name,
    customer.name,
    place,
    pvKwp > 0 ? `${formatNumber(pvKwp, 0, 3)}\u00a0${energySiteTexts.owner.kwp}` : null,
    texts.asOf(formatDate(berlinDate())),
  ])
}
