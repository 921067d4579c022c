import { useQuery } from '@tanstack/react-query'
import type { EnergyHistory } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Card } from '#web/components/display/card.tsx'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import type { Comparison } from './compared-range.ts'
import { ComparisonCard } from './comparison-card.tsx'
import { DayHistory } from './day-history.tsx'
import { historyQuery } from './energy.query-options.ts'
import { figuresOf } from './energy-figures.ts'
import { type EnergyRange, rangeName } from './energy-range.ts'
import { energyStats } from './energy-stats.ts'
import { energyText } from './energy-words.ts'
import { HistoryFrame } from './history-frame.tsx'
import { RangeControls } from './range-controls.tsx'
import { StepHistory } from './step-history.tsx'

interface EnergyHistoryProps {
  site: EnergySite
  range: EnergyRange
  onRangeChange: (range: EnergyRange) => void
  /** The previous period or year, on demand. */
  comparison: Comparison | undefined
  onCompare: (comparison: Comparison | undefined) => void
}

/** Energy of a site in steps: where it came from and where it went, as figures, charts, table and file. */
export function EnergyHistorySection({ site, range, onRangeChange, comparison, onCompare }: EnergyHistoryProps) {
  const { data, isError, refetch, isFetching, isPlaceholderData } = useQuery(historyQuery(site.id, range))
  // The values of another period have other steps.
  const history = isPlaceholderData ? undefined : data
  return (
    <section aria-labelledby="energy-history" className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="energy-history" className="text-heading">
          {texts.title}: {rangeName(range)}
        </h2>
        <RangeControls {...{ range, onRangeChange, comparison, onCompare }} />
      </div>
      <HistoryFrame range={range} isLoading={!history && !isError} onRangeChange={onRangeChange}>
        {(turnTo, lines) => (
          <>
            {history ? <History {...{ site, range, history, comparison }} onRangeChange={turnTo} /> : null}
            {!history && isError ? (
              <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} />
            ) : null}
            {!history && !isError ? <SkeletonText lines={lines} /> : null}
          </>
        )}
      </HistoryFrame>
    </section>
  )
}

const texts = energySiteTexts.history

interface HistoryProps extends Omit<EnergyHistoryProps, 'onCompare'> {
  history: EnergyHistory
}

function History({ site, range, history, onRangeChange, comparison }: HistoryProps) {
  const { results, sums } = history
  const figures = figuresOf(sums)
  const Steps = range.kind === 'day' ? DayHistory : StepHistory
  if (results.length === 0) {
    return (
      <div role="status">
        <EmptyState text={texts.empty} />
      </div>
    )
  }
  return (
    <>
      <StatStrip label={texts.sums} stats={energyStats(sums, site.zone)} />
      {figures.unexplained ? (
        <Notice kind="warning">
          {texts.unexplained(
            energyText(figures.unexplained.kwh),
            energySiteTexts.percent(figures.unexplained.share * 100),
          )}
        </Notice>
      ) : null}
      {comparison === undefined ? null : (
        <ComparisonCard site={site} range={range} sums={sums} comparison={comparison} />
      )}
      <Card>
        <Steps
          key={`${range.from} ${range.kind}`}
          site={site}
          range={range}
          history={history}
          onRangeChange={onRangeChange}
        />
      </Card>
    </>
  )
}
