import { useQuery } from '@tanstack/react-query'
import type { EnergyHistory, EnergyResult } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { formatLongMonth } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { historyQuery } from './energy.query-options.ts'
import { type EnergyPart, figuresOf, sources, uses } from './energy-figures.ts'
import { rangeAround } from './energy-range.ts'
import { energyText, shareText } from './energy-words.ts'
import { MonthSavings } from './savings-section.tsx'
import { stepName } from './step-name.ts'

/** The energy of a site in a month (`YYYY-MM`), day by day, for paper. */
export function MonthReport({ site, month }: { site: EnergySite; month: string }) {
  const { data, isError, refetch, isFetching } = useQuery(historyQuery(site.id, rangeAround(`${month}-01`, 'month')))
  if (!data) {
    return isError ? (
      <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} />
    ) : (
      <SkeletonText lines={8} />
    )
  }
  if (data.results.length === 0) return <EmptyState text={energySiteTexts.history.empty} />
  return <Report site={site} month={month} history={data} />
}

const texts = energySiteTexts.report

function Report({
  site,
  month,
  history: { results, sums },
}: {
  site: EnergySite
  month: string
  history: EnergyHistory
}) {
  const figures = figuresOf(sums)
  const known = [...sources, ...uses].filter(part => part.of(sums) !== null)
  const gaps = results.filter(({ coverage }) => coverage < 0.5).length
  return (
    <div className="grid grid-cols-1 gap-6">
      {site.demo ? <Notice kind="info">{energySiteTexts.madeUp}</Notice> : null}
      <StatStrip
        label={energySiteTexts.history.sums}
        stats={[
          { label: energySiteTexts.history.used, value: energyText(figures.usedKwh) },
          { label: energySiteTexts.history.generated, value: energyText(figures.generatedKwh) },
          { label: energySiteTexts.flows.import, value: energyText(figures.importedKwh) },
          { label: energySiteTexts.flows.export, value: energyText(figures.exportedKwh) },
          { label: energySiteTexts.history.autarky, value: shareText(figures.autarky) },
          { label: energySiteTexts.history.selfUse, value: shareText(figures.selfUse) },
        ]}
      />
      <MonthSavings site={site} range={rangeAround(`${month}-01`, 'month')} />
      <p className="text-label text-muted">{texts.restsOn(shareText(sums.coverage), gaps)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section aria-label={texts.caption(formatLongMonth(month))} tabIndex={0} className="overflow-x-auto">
        <DayTable month={month} results={results} sums={sums} parts={known} />
      </section>
    </div>
  )
}

interface DayTableProps {
  month: string
  results: readonly EnergyResult[]
  sums: EnergyHistory['sums']
  parts: readonly EnergyPart[]
}

function DayTable({ month, results, sums, parts }: DayTableProps) {
  const cell = 'whitespace-nowrap px-2 py-1 text-right last:pr-0'
  return (
    <table className="tabular w-full text-small">
      <caption className="sr-only">{texts.caption(formatLongMonth(month))}</caption>
      <thead>
        <tr className="border-field-border border-b text-muted">
          <th scope="col" className="py-1 pr-4 text-left font-medium">
            {texts.day}
          </th>
          {parts.map(({ name }) => (
            <th key={name} scope="col" className="px-2 py-1 text-right font-medium last:pr-0">
              {name}
            </th>
          ))}
          <th scope="col" className="px-2 py-1 text-right font-medium last:pr-0">
            {energySiteTexts.history.coverage}
          </th>
        </tr>
      </thead>
      <tbody>
        {results.map(result => (
          <tr key={result.startsAt} className="border-hairline border-b">
            <th scope="row" className="whitespace-nowrap py-1 pr-4 text-left font-medium">
              {stepName(result.startsAt, 'day')}
            </th>
            {parts.map(part => (
              <td key={part.name} className={cell}>
                {numberText(part.of(result))}
              </td>
            ))}
            <td className={cell}>{shareText(result.coverage)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="py-1 pr-4 text-left">
            {energySiteTexts.history.sums}
          </th>
          {parts.map(part => (
            <td key={part.name} className={cell}>
              {numberText(part.of(sums))}
            </td>
          ))}
          <td className={cell}>{shareText(sums.coverage)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The caption has the unit. */
function numberText(kwh: number | null): string {
  return kwh === null ? '–' : formatNumber(kwh, 2, 2)
}
