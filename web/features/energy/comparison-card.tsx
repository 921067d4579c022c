import { useQuery } from '@tanstack/react-query'
import type { EnergyHistory } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Card } from '#web/components/display/card.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { FigureTable } from '#web/components/table/figure-table.tsx'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { type Comparison, comparedRange } from './compared-range.ts'
import { historyQuery } from './energy.query-options.ts'
import { figuresOf } from './energy-figures.ts'
import { type EnergyRange, rangeName } from './energy-range.ts'
import { costText, energyText, shareText } from './energy-words.ts'
import { costChange, percentChange, pointChange } from './shown-change.ts'

interface ComparisonCardProps {
  site: EnergySite
  range: EnergyRange
  sums: EnergyHistory['sums']
  comparison: Comparison
}

/** The figures beside those of the previous period or year. */
export function ComparisonCard({ site, range, sums, comparison }: ComparisonCardProps) {
  const other = comparedRange(range, comparison, { today: berlinDate(), nowMs: nowMs() })
  if (other === null) return null
  return <Compared site={site} range={range} sums={sums} other={other} />
}

const texts = energyDayTexts.comparison
const names = energySiteTexts.history

function Compared({ site, range, sums, other }: Omit<ComparisonCardProps, 'comparison'> & { other: EnergyRange }) {
  const query = useQuery(historyQuery(site.id, other))
  const { isError, refetch, isFetching } = query
  const data = query.isPlaceholderData ? undefined : query.data
  const otherName = rangeName(other)
  return (
    <Card title={texts.title(otherName)} headingLevel={3}>
      {data && data.results.length === 0 ? <p className="text-muted">{texts.nothing}</p> : null}
      {data && data.results.length > 0 ? (
        <ComparisonTable names={[rangeName(range), otherName]} rows={rowsOf(sums, data.sums)} />
      ) : null}
      {!data && isError ? <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={5} /> : null}
      {range.from <= berlinDate() && berlinDate() < range.to ? (
        <p className="mt-3 text-muted text-small">{texts.soFar}</p>
      ) : null}
    </Card>
  )
}

type Row = { name: string; now: string; other: string; change: string }

function rowsOf(sums: EnergyHistory['sums'], before: EnergyHistory['sums']): Row[] {
  const [now, then] = [figuresOf(sums), figuresOf(before)]
  const energy = (name: string, of: (figures: typeof now) => number | null): Row => ({
    name,
    now: energyText(of(now)),
    other: energyText(of(then)),
    change: signed(energySiteTexts.percent, percentChange(of(now), of(then))),
  })
  const share = (name: string, of: (figures: typeof now) => number | null): Row => ({
    name,
    now: shareText(of(now)),
    other: shareText(of(then)),
    change: signed(pointText, pointChange(of(now), of(then))),
  })
  return [
    energy(names.used, figures => figures.usedKwh),
    energy(names.generated, figures => figures.generatedKwh),
    energy(energySiteTexts.flows.import, figures => figures.importedKwh),
    energy(energySiteTexts.flows.export, figures => figures.exportedKwh),
    share(names.autarky, figures => figures.autarky),
    share(names.selfUse, figures => figures.selfUse),
    {
      name: names.cost,
      now: costText(sums.costEur),
      other: costText(before.costEur),
      change: signed(costText, costChange(sums.costEur, before.costEur)),
    },
    { name: names.coverage, now: shareText(sums.coverage), other: shareText(before.coverage), change: '–' },
  ]
}

const pointText = (points: number) => texts.points(formatNumber(points, 0, 0))

function signed(text: (value: number) => string, value: number | null): string {
  if (value === null) return '–'
  return value > 0 ? `+${text(value)}` : text(value)
}

function ComparisonTable({ names: [now, other], rows }: { names: readonly [string, string]; rows: readonly Row[] }) {
  return (
    <FigureTable
      isWhole
      caption={texts.caption}
      rows={rows}
      keyOf={({ name }) => name}
      name={{ header: texts.figure, cell: ({ name }) => name }}
      columns={[
        { header: now, cell: row => row.now },
        { header: other, cell: row => row.other },
        { header: texts.change, cell: ({ change }) => change },
      ]}
    />
  )
}
