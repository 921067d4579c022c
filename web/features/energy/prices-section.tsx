import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import type { SitePrices } from '#contract/energy-tariffs.ts'
import { Card } from '#web/components/display/card.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { Tag } from '#web/components/display/tag.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { ValueTable } from '#web/components/table/value-table.tsx'
import { useNow } from '#web/lib/browser/use-now.ts'
import { energyPriceTexts } from '#web/texts/energy-prices.texts.ts'
import { sitePricesQuery } from './energy-tariff.query-options.ts'
import { PartLegend } from './part-legend.tsx'
import { QuarterChart } from './quarter-chart.tsx'
import { indexAt, quarterName } from './quarter-names.ts'
import { QuarterPanel } from './quarter-panel.tsx'
import { QuarterSteps } from './quarter-steps.tsx'

interface PricesSectionProps {
  site: EnergySite
  /** A link to the tariffs, without which there are no prices. */
  tariffsLink: ReactNode
}

/** The prices of today and tomorrow as a band of their parts. */
export function PricesSection({ site, tariffsLink }: PricesSectionProps) {
  const { data, isError, refetch, isFetching } = useQuery(sitePricesQuery(site.id))
  return (
    <section aria-labelledby="energy-prices" className="grid grid-cols-1 gap-5">
      <SectionHeader titleId="energy-prices" title={texts.title} lead={texts.lead} />
      {data ? <LoadedPrices prices={data} tariffsLink={tariffsLink} /> : null}
      {!data && isError ? <ErrorState text={texts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={8} /> : null}
    </section>
  )
}

const texts = energyPriceTexts

function LoadedPrices({ prices, tariffsLink }: { prices: SitePrices; tariffsLink: ReactNode }) {
  if (prices.results.length === 0) return <EmptyState text={texts.noTariff} action={tariffsLink} />
  if (prices.followsExchange && prices.source === null) return <EmptyState text={texts.noSpot} />
  return <Prices prices={prices} />
}

type SitePrice = SitePrices['results'][number]

type PricePart = { name: string; of: (price: SitePrice) => number }

const allParts: readonly PricePart[] = [
  { name: texts.parts.exchange, of: price => price.exchangeCt },
  { name: texts.parts.supply, of: price => price.supplyCt },
  { name: texts.parts.grid, of: price => price.gridCt },
  { name: texts.parts.levies, of: price => price.leviesCt },
  { name: texts.parts.vat, of: price => price.vatCt },
]

function Prices({ prices: { results, source, followsExchange } }: { prices: SitePrices }) {
  const starts = results.map(({ startsAt }) => startsAt)
  const now = indexAt(starts, useNow(60_000))
  const [moved, setMoved] = useState<number | null>(null)
  const chosen = Math.min(moved ?? now, results.length - 1)
  const price = results[chosen]
  const parts = allParts.filter(({ of }) => results.some(each => of(each) !== 0))
  const firstEstimated = results.find(({ isEstimated }) => isEstimated)
  if (price === undefined) return null
  return (
    <>
      <PriceFigures results={results.slice(now)} />
      {firstEstimated ? (
        <Notice kind="info">
          {followsExchange ? texts.estimatedFrom(quarterName(firstEstimated.startsAt)) : texts.feedInUnknown}
        </Notice>
      ) : null}
      <Card>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="min-w-0">
            <QuarterChart
              label={texts.chart}
              starts={starts}
              chosen={chosen}
              onChoose={setMoved}
              textOf={index => sentenceOf(results[index], parts)}
            >
              <QuarterPanel
                title={texts.band}
                unit={texts.unit}
                count={results.length}
                parts={parts.map(part => results.map(part.of))}
                doubtful={followsExchange ? results.map(({ isEstimated }) => isEstimated) : undefined}
                chosen={chosen}
                now={now}
                className="h-56"
              />
            </QuarterChart>
            <p className="mt-3 text-muted text-small" data-screen-only="">
              {texts.keys}
            </p>
          </div>
          <div className="grid content-start gap-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="tabular text-lead">{quarterName(price.startsAt)}</h3>
              {price.isEstimated ? <Tag>{texts.estimated}</Tag> : null}
            </div>
            <QuarterSteps chosen={chosen} count={results.length} now={now} onChoose={setMoved} />
            <p className="tabular text-heading">{texts.gross(texts.cents(price.importCt))}</p>
            <PartLegend
              parts={parts.map(({ name, of }, pattern) => ({ name, value: texts.cents(of(price)), pattern }))}
            />
            <p className="tabular border-hairline border-t pt-2 text-label">
              {texts.feedIn}: <strong>{texts.cents(price.exportCt)}</strong>
            </p>
          </div>
        </div>
        <p className="mt-5 text-muted text-small">{source ?? texts.noSource}</p>
        <div className="mt-4">
          <ValueTable
            summary={texts.asTable}
            caption={texts.caption}
            rows={results}
            name={{ header: texts.time, cell: ({ startsAt }) => quarterName(startsAt) }}
            columns={[
              { header: texts.total, cell: ({ importCt }) => texts.cents(importCt) },
              ...parts.map(({ name, of }) => ({ header: name, cell: (row: SitePrice) => texts.cents(of(row)) })),
              { header: texts.feedIn, cell: ({ exportCt }) => texts.cents(exportCt) },
              { header: texts.state, cell: ({ isEstimated }) => (isEstimated ? texts.estimated : texts.known) },
            ]}
          />
        </div>
      </Card>
    </>
  )
}

/** The current price, and the times of the lowest and highest price from now on if they differ. */
function PriceFigures({ results }: { results: readonly SitePrice[] }) {
  const [current] = results
  if (current === undefined) return null
  const cheapest = results.reduce((best, price) => (price.importCt < best.importCt ? price : best), current)
  const dearest = results.reduce((worst, price) => (price.importCt > worst.importCt ? price : worst), current)
  return (
    <StatStrip
      label={texts.figures}
      stats={[
        { label: texts.current, value: texts.cents(current.importCt), note: texts.perKwh },
        ...(cheapest.importCt === dearest.importCt
          ? []
          : [
              { label: texts.cheapest, value: texts.cents(cheapest.importCt), note: quarterName(cheapest.startsAt) },
              { label: texts.dearest, value: texts.cents(dearest.importCt), note: quarterName(dearest.startsAt) },
            ]),
        { label: texts.feedInNow, value: texts.cents(current.exportCt), note: texts.perKwh },
      ]}
    />
  )
}

function sentenceOf(price: SitePrice | undefined, parts: readonly PricePart[]): string {
  if (price === undefined) return ''
  return texts.sentence(
    quarterName(price.startsAt),
    texts.cents(price.importCt),
    parts.map(({ name, of }) => `${name} ${texts.cents(of(price))}`),
    texts.cents(price.exportCt),
    price.isEstimated,
  )
}
