import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { siteQuery } from '#web/features/energy/energy.query-options.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { MonthReportFrame } from '#web/pages/month-report-frame.tsx'

const route = getRouteApi(paths.adminMonthReport)

/** /admin-portal/energy-site/$id/month-report: the month report of a site, as its customer prints it. */
export function AdminMonthReportPage() {
  const { id } = route.useParams()
  const { from = berlinDate() } = route.useSearch()
  return (
    <LoadedItem query={siteQuery(id)}>
      {site => (
        <MonthReportFrame
          site={site}
          from={from}
          linkTo={day => ({ to: paths.adminMonthReport, params: { id }, search: { from: day } })}
        />
      )}
    </LoadedItem>
  )
}
