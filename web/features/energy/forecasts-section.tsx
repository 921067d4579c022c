import { useQuery } from '@tanstack/react-query'
import type { EnergyForecastErrors } from '#contract/energy-forecasts.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Card } from '#web/components/display/card.tsx'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { ValueTable } from '#web/components/table/value-table.tsx'
import { formatDate } from '#web/lib/format/format.ts'
import { energySavingTexts } from '#web/texts/energy-savings.texts.ts'
import { forecastErrorsQuery } from './energy.query-options.ts'
import { energyText, shareText } from './energy-words.ts'

const texts = energySavingTexts.forecasts

/** The source of a site's forecasts, and their errors in the last thirty days. */
export function ForecastsSection({ site }: { site: EnergySite }) {
  const { data, isError, refetch, isFetching } = useQuery(forecastErrorsQuery(site.id))
  return (
    <Card title={texts.title}>
      {data ? <Forecasts errors={data} /> : null}
      {!data && isError ? <ErrorState text={texts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={3} /> : null}
    </Card>
  )
}

type Sums = EnergyForecastErrors['sums']['pv']

function Forecasts({ errors: { weather, obstacle, results, sums } }: { errors: EnergyForecastErrors }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {weather ? (
        <p className="text-label">
          {texts.station(weather.station, weather.distanceKm, weather.issuedAt)}{' '}
          <span className="text-muted">{weather.source}</span>
        </p>
      ) : null}
      {obstacle ? <p className="text-label">{texts.obstacles[obstacle]}</p> : null}
      {results.length === 0 ? (
        <p className="text-muted">{texts.empty}</p>
      ) : (
        <>
          <StatStrip
            label={texts.lastDays(results.length)}
            stats={[...statsOf(texts.pv, sums.pv), ...statsOf(texts.load, sums.load)]}
          />
          <p className="text-muted text-small">
            {texts.lastDays(results.length)}. {texts.offNote}.
          </p>
          <ValueTable
            summary={texts.asTable}
            caption={texts.caption}
            rows={results}
            name={{ header: texts.day, cell: ({ date }) => formatDate(date) }}
            columns={[
              { header: texts.forecast(texts.pv), cell: ({ pv }) => energyText(kwh(pv?.forecastWh)) },
              { header: texts.measured(texts.pv), cell: ({ pv }) => energyText(kwh(pv?.measuredWh)) },
              { header: texts.error(texts.pv), cell: ({ pv }) => shareText(shareOf(pv)) },
              { header: texts.forecast(texts.load), cell: ({ load }) => energyText(kwh(load?.forecastWh)) },
              { header: texts.measured(texts.load), cell: ({ load }) => energyText(kwh(load?.measuredWh)) },
              { header: texts.error(texts.load), cell: ({ load }) => shareText(shareOf(load)) },
              { header: texts.weather, cell: ({ hasWeather }) => (hasWeather ? texts.yes : texts.no) },
            ]}
          />
        </>
      )}
    </div>
  )
}

function statsOf(label: string, sums: Sums) {
  const share = shareOf(sums)
  return share === null ? [] : [{ label, value: texts.off(shareText(share)) }]
}

/** The differences as a share of the measured energy; null without any. */
function shareOf(error: Sums): number | null {
  return error === null || error.measuredWh === 0 ? null : error.errorWh / error.measuredWh
}

function kwh(wh: number | undefined): number | null {
  return wh === undefined ? null : wh / 1000
}
