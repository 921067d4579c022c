import { IconChevronLeft, IconChevronRight, IconTableExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { EnergyHistory, EnergyResult } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { ValueTable } from '#web/components/table/value-table.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { historyQuery } from './energy.query-options.ts'
import { type EnergyPart, figuresOf, origins, sources, uses } from './energy-figures.ts'
import { type EnergyRange, neighbourOf, type RangeStep, rangeAround, rangeName, rangeSteps } from './energy-range.ts'
import { costText, energyText, shareText } from './energy-words.ts'
import { SlotFileButton } from './slot-file-button.tsx'
import { Patterns, patterns, type StepBar, StepBars } from './step-bars.tsx'
import { stepName } from './step-name.ts'

interface EnergyHistoryProps {
  site: EnergySite
  range: EnergyRange
  onRangeChange: (range: EnergyRange) => void
}

/** Energy of a site in steps: where it came from and where it went, as figures, charts, table and file. */
export function EnergyHistorySection({ site, range, onRangeChange }: EnergyHistoryProps) {
  const { data, isError, refetch, isFetching } = useQuery(historyQuery(site.id, range))
  return (
    <section aria-labelledby="energy-history" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="energy-history" className="text-heading">
          {texts.title}: {rangeName(range)}
        </h2>
        <RangeControls range={range} onRangeChange={onRangeChange} />
      </div>
      {data ? <History key={`${range.from} ${range.step}`} site={site} range={range} history={data} /> : null}
      {!data && isError ? <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={8} /> : null}
    </section>
  )
}

const texts = energySiteTexts.history

function RangeControls({ range, onRangeChange }: Omit<EnergyHistoryProps, 'site'>) {
  const today = berlinDate()
  const isTotal = range.step === 'year'
  const go = (by: -1 | 1) => onRangeChange(rangeAround(neighbourOf(range, by), range.step))
  return (
    <div className="flex flex-wrap items-center gap-2" data-screen-only="">
      <NativeSelect
        compact
        aria-label={texts.stepLabel}
        value={range.step}
        // The choices are steps.
        onValueChange={step => onRangeChange(rangeAround(isTotal ? today : range.from, step as RangeStep))}
        choices={rangeSteps.map(value => ({ value, label: texts.steps[value] }))}
      />
      <IconButton label={texts.before} icon={<IconChevronLeft />} disabled={isTotal} onClick={() => go(-1)} />
      <Button size="small" onClick={() => onRangeChange(rangeAround(today, range.step))}>
        {texts.today}
      </Button>
      <IconButton
        label={texts.after}
        icon={<IconChevronRight />}
        disabled={isTotal || range.to > today}
        onClick={() => go(1)}
      />
    </div>
  )
}

interface HistoryProps {
  site: EnergySite
  range: EnergyRange
  history: EnergyHistory
}

function History({ site, range, history: { results, sums } }: HistoryProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const figures = figuresOf(sums)
  const nameOf = (result: EnergyResult) => stepName(result.startsAt, range.step)
  if (results.length === 0) return <EmptyState text={texts.empty} />
  async function save() {
    const { saveEnergyCsv } = await import('./energy-csv.ts')
    saveEnergyCsv(site.name, range, results)
  }
  const chart = { results, sums, chosen, onChoose: setChosen, nameOf }
  return (
    <>
      <StatStrip
        label={texts.sums}
        stats={[
          { label: texts.used, value: energyText(figures.usedKwh) },
          { label: texts.generated, value: energyText(figures.generatedKwh) },
          { label: energySiteTexts.flows.import, value: energyText(figures.importedKwh) },
          { label: energySiteTexts.flows.export, value: energyText(figures.exportedKwh) },
          { label: texts.autarky, value: shareText(figures.autarky), note: texts.autarkyNote },
          { label: texts.selfUse, value: shareText(figures.selfUse), note: texts.selfUseNote },
          { label: texts.sunShare, value: shareText(figures.sunShare), note: texts.sunShareNote },
          { label: texts.cost, value: costText(sums.costEur), note: texts.costNote },
        ]}
      />
      {figures.unexplained ? (
        <Notice kind="warning">
          {texts.unexplained(
            energyText(figures.unexplained.kwh),
            energySiteTexts.percent(figures.unexplained.share * 100),
          )}
        </Notice>
      ) : null}
      <Card>
        <div className="grid gap-8 lg:grid-cols-2">
          <PartsChart title={texts.from} parts={sources} {...chart} />
          <PartsChart title={texts.to} parts={uses} {...chart} />
          <PartsChart title={texts.origin} parts={origins} {...chart} />
        </div>
        <p className="mt-4 text-small text-muted">
          {texts.covered(energySiteTexts.percent(sums.coverage * 100))} {texts.chartHint}
        </p>
        <p className="mt-1 text-small text-muted">
          {texts.restsOn(
            figures.estimatedPriceKwh > 0 ? energyText(figures.estimatedPriceKwh) : null,
            figures.unpricedKwh > 0 ? energyText(figures.unpricedKwh) : null,
          )}
        </p>
        <div className="mt-4">
          <ValueTable
            summary={texts.asTable}
            caption={texts.caption}
            rows={results}
            name={{ header: texts.time, cell: nameOf }}
            columns={[
              ...[...sources, ...uses, ...origins].map(part => ({
                header: part.name,
                cell: (result: EnergyResult) => energyText(part.of(result)),
              })),
              { header: texts.cost, cell: result => costText(result.costEur) },
              { header: texts.coverage, cell: result => energySiteTexts.percent(result.coverage * 100) },
            ]}
          />
        </div>
        <Button size="small" icon={<IconTableExport />} className="mt-4" data-screen-only="" onClick={save}>
          {texts.csv}
        </Button>
        {range.step === 'day' ? <SlotFileButton site={site} month={range.from.slice(0, 7)} /> : null}
      </Card>
    </>
  )
}

interface PartsChartProps {
  title: string
  parts: readonly EnergyPart[]
  results: readonly EnergyResult[]
  sums: EnergyHistory['sums']
  chosen: number | null
  onChoose: (index: number) => void
  nameOf: (result: EnergyResult) => string
}

/** A chart with its legend: the values of the chosen step or, without one, the sums. */
function PartsChart({ title, parts, results, sums, chosen, onChoose, nameOf }: PartsChartProps) {
  const legendId = useId()
  const shown = chosen === null ? undefined : results[chosen]
  const used = parts.map((part, level) => ({ ...part, level })).filter(part => (part.of(sums) ?? 0) > 0)
  const amountOf = (part: EnergyPart) => energyText(part.of(shown ?? sums))
  const bars = results.map(
    (result): StepBar => ({
      key: result.startsAt,
      parts: parts.map(part => part.of(result) ?? 0),
      isGap: result.coverage < 0.5,
    }),
  )
  const middle = results[Math.floor(results.length / 2)]
  const names = [...new Set([results[0], middle, results.at(-1)])].flatMap(result => (result ? [nameOf(result)] : []))
  return (
    <figure className="m-0 grid min-w-0 content-start gap-4">
      <figcaption>
        <h3 className="text-lead">{title}</h3>
        <p role="status" className="tabular text-label text-muted">
          {shown ? `${nameOf(shown)}${shown.coverage < 0.5 ? ` · ${texts.gap}` : ''}` : texts.sums}
        </p>
      </figcaption>
      <StepBars
        summary={texts.summary(
          title,
          used.map(part => `${part.name} ${amountOf(part)}`),
        )}
        bars={bars}
        names={names}
        chosen={chosen}
        onChoose={onChoose}
      />
      <ul className="grid gap-1 text-label">
        {used.map(part => (
          <li key={part.name} className="flex items-center gap-2">
            <svg aria-hidden="true" data-graphic="" width="16" height="16" className="shrink-0">
              <Patterns id={`${legendId}-${part.level}`} />
              <rect
                width="16"
                height="16"
                fill={`url(#${legendId}-${part.level}-${patterns[part.level] ?? 'empty'})`}
                className="stroke-graphic"
              />
            </svg>
            <span className="min-w-0 flex-1">{part.name}</span>
            <span className="tabular whitespace-nowrap font-semibold">{amountOf(part)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
