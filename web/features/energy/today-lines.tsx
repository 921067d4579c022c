import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { historyQuery, sitesQuery } from './energy.query-options.ts'
import { figuresOf } from './energy-figures.ts'
import { rangeAround } from './energy-range.ts'
import { energyText, shareText } from './energy-words.ts'

interface TodayLinesProps {
  customerId: string
  /** The name of a site as a link to its page. */
  siteLink: (site: EnergySite) => ReactNode
}

/** Number of sites on the home page; the energy page has all. */
const shownSites = 3

/** One line about today for each site of a customer; renders nothing without a site. */
export function TodayLines({ customerId, siteLink }: TodayLinesProps) {
  const { data, isError, refetch, isFetching } = useQuery(sitesQuery({ customer: customerId, page_size: shownSites }))
  const sites = data?.results ?? []
  const hasFailed = !data && isError
  if (sites.length === 0 && !hasFailed) return null
  return (
    <section aria-labelledby="energy-today" className="grid gap-2">
      <h2 id="energy-today" className="text-heading">
        {texts.title}
      </h2>
      {hasFailed ? (
        // Not an alert: most of the home page is there.
        <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          {texts.failed}
          <Button size="small" busy={isFetching} onClick={() => refetch()}>
            {commonTexts.retry}
          </Button>
        </p>
      ) : (
        <ul className="grid gap-2">
          {sites.map(site => (
            <li key={site.id} className="wrap-anywhere rounded-card border border-hairline bg-surface p-4">
              {siteLink(site)}: <TodayLine site={site} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const texts = energySiteTexts.todayLine

function TodayLine({ site }: { site: EnergySite }) {
  const { data, isError } = useQuery(historyQuery(site.id, rangeAround(berlinDate(), 'day')))
  if (isError) return <span>{energySiteTexts.failed}</span>
  if (!data) return <span aria-busy="true">…</span>
  const { generatedKwh, usedKwh, autarky } = figuresOf(data.sums)
  if (generatedKwh === null && usedKwh === null) return <span>{texts.nothing}</span>
  return (
    <span className="tabular">
      {texts.line(
        generatedKwh === null ? null : energyText(generatedKwh),
        usedKwh === null ? null : energyText(usedKwh),
        autarky === null ? null : shareText(autarky),
      )}
    </span>
  )
}
