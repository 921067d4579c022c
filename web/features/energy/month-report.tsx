import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EnergyHistory } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { FigureTable } from '#web/components/table/figure-table.tsx'
import { berlinDate, formatLongMonth } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energyReportTexts } from '#web/texts/energy-reports.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { historyQuery } from './energy.query-options.ts'
import { figuresOf, origins, sources, uses } from './energy-figures.ts'
import { type EnergyRange, rangeAround } from './energy-range.ts'
import { energyStats } from './energy-stats.ts'
import { energyNumber, energyText, shareText } from './energy-words.ts'
import { MonthSavings } from './month-savings.tsx'
import { ReportCosts } from './report-costs.tsx'
import { type ReportDay, reportDays, reportGaps } from './report-days.ts'

const texts = energyReportTexts

/** The energy of a site in a month (`YYYY-MM`), for screen and paper. */
export function MonthReport({ site, month }: { site: EnergySite; month: string }) {
  const range = rangeAround(`${month}-01`, 'month')
  const { data, isError, refetch, isFetching, isPlaceholderData } = useQuery(historyQuery(site.id, range))
  // Hides the values of another month.
  if (!data || isPlaceholderData) {
    return isError ? (
      <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} />
    ) : (
      <SkeletonText lines={8} />
    )
  }
  if (data.results.length === 0) return <EmptyState text={energySiteTexts.history.empty} />
  return <Report site={site} range={range} history={data} />
}

interface ReportProps {
  site: EnergySite
  range: EnergyRange
  history: EnergyHistory
}

function Report({ site, range, history: { results, sums } }: ReportProps) {
  const { unexplained } = figuresOf(sums)
  const month = range.from.slice(0, 7)
  const days = reportDays(range, results)
  return (
    <div className="grid grid-cols-1 gap-8">
      {site.demo ? <Notice kind="info">{energySiteTexts.madeUp}</Notice> : null}
      {range.to > berlinDate() ? <Notice kind="info">{texts.running}</Notice> : null}
      {unexplained ? (
        <Notice kind="warning">
          {energySiteTexts.history.unexplained(energyText(unexplained.kwh), shareText(unexplained.share))}
        </Notice>
      ) : null}
      <StatStrip label={energySiteTexts.history.sums} stats={energyStats(sums, site.zone)} />
      <Origins sums={sums} />
      <ReportCosts site={site} month={month} sums={sums} />
      <MonthSavings site={site} range={range} />
      <Part title={texts.coverage.title}>
        <Coverage share={sums.coverage} days={days} />
      </Part>
      <Part title={texts.days.title}>
        <Days month={month} days={days} sums={sums} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3">
      <h2 className="text-lead">{title}</h2>
      {children}
    </section>
  )
}

/** The origin of each used kilowatt-hour; renders nothing if unknown. */
function Origins({ sums }: { sums: EnergyHistory['sums'] }) {
  // A house without a battery takes nothing from one.
  const hasBattery = sums.dischargeWh !== null
  const known = origins.map(({ name, of }) => ({ name, kwh: of(sums) })).filter(({ kwh }) => hasBattery || kwh !== 0)
  const total = known.reduce((all, { kwh }) => all + (kwh ?? 0), 0)
  if (total === 0) return null
  return (
    <Part title={energySiteTexts.history.origin}>
      <FigureTable
        isWhole
        caption={texts.origin.caption}
        rows={known}
        keyOf={({ name }) => name}
        name={{ header: texts.origin.source, cell: ({ name }) => name }}
        columns={[
          { header: texts.origin.energy, cell: ({ kwh }) => energyText(kwh), sum: energyText(total) },
          {
            header: texts.origin.share,
            cell: ({ kwh }) => (kwh === null ? '–' : texts.origin.percent((kwh / total) * 100)),
            sum: texts.origin.percent(100),
          },
        ]}
        sumName={energySiteTexts.history.used}
      />
    </Part>
  )
}

function Coverage({ share, days }: { share: number; days: readonly ReportDay[] }) {
  const gaps = reportGaps(days)
  return (
    <>
      <p className="text-label">{texts.coverage.share(shareText(share))}</p>
      {gaps.length === 0 ? (
        <p className="text-label">{texts.coverage.none}</p>
      ) : (
        <ul className="grid list-disc gap-1 pl-5 text-label">
          {gaps.map(gap => (
            <li key={gap.from}>
              {texts.coverage.gap(gap.from, gap.to, gap.share === 0 ? null : shareText(gap.share))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Days({ month, days, sums }: { month: string; days: readonly ReportDay[]; sums: EnergyHistory['sums'] }) {
  const known = [...sources, ...uses].filter(part => part.of(sums) !== null)
  return (
    <FigureTable
      caption={texts.days.caption(formatLongMonth(month))}
      rows={days}
      keyOf={({ day }) => day}
      name={{ header: texts.days.day, cell: ({ name }) => name }}
      columns={[
        ...known.map(part => ({
          header: energyDayTexts.inKilowattHours(part.name),
          cell: ({ result }: ReportDay) => energyNumber(result === null ? null : part.of(result)),
          sum: energyNumber(part.of(sums)),
        })),
        {
          header: texts.days.cost,
          cell: ({ result }) => costNumber(result?.costEur ?? null),
          sum: costNumber(sums.costEur),
        },
        {
          header: energySiteTexts.history.coverage,
          cell: ({ result }) => shareText(result?.coverage ?? 0),
          sum: shareText(sums.coverage),
        },
      ]}
      sumName={energySiteTexts.history.sums}
    />
  )
}

/** The header has the unit. */
function costNumber(eur: number | null): string {
  return eur === null ? '–' : formatNumber(eur, 2, 2)
}
