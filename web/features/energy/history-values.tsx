import { IconTableExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { EnergyHistory, EnergyResult } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { ValueTable } from '#web/components/table/value-table.tsx'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { gapsQuery } from './energy.query-options.ts'
import { figuresOf, gridCo2Of, origins, sources, uses } from './energy-figures.ts'
import { type EnergyRange, rangeAround } from './energy-range.ts'
import { coverageOf } from './energy-steps.ts'
import { costText, energyNumber, energyText, levelText } from './energy-words.ts'
import type { TableGaps } from './gap-words.ts'
import { SlotFileButton } from './slot-file-button.tsx'
import { stepName } from './step-name.ts'

interface HistoryValuesProps {
  site: EnergySite
  range: EnergyRange
  history: EnergyHistory
  /** Of a period with gaps. */
  gaps?: TableGaps | undefined
}

/** The basis of the figures, and all values as table and file. */
export function HistoryValues({ site, range, history, gaps }: HistoryValuesProps) {
  const { results, sums } = history
  const figures = figuresOf(sums)
  const coverage = useCoverage(site, range, history)
  const co2 = gridCo2Of(sums, site.zone)
  const hasBattery = sums.dischargeWh !== null
  async function save() {
    const { saveEnergyCsv } = await import('./energy-csv.ts')
    saveEnergyCsv(site.name, { range, results: steps, gaps })
  }
  // A gap has its line in table and file, so that neither looks complete.
  const steps = gaps ? withGaps(gaps, results) : results
  const nameOf = (result: EnergyResult) => stepName(result.startsAt, range.step)
  return (
    <>
      <p className="mt-6 text-small text-muted">
        {coverage === null ? null : texts.covered(energySiteTexts.percent(coverage * 100))}{' '}
        {texts.restsOn(
          figures.estimatedPriceKwh > 0 ? energyText(figures.estimatedPriceKwh) : null,
          figures.unpricedKwh > 0 ? energyText(figures.unpricedKwh) : null,
          hasBattery,
        )}{' '}
        {co2 === null ? null : energyDayTexts.co2.restsOn(energyText(co2.gridKwh), co2.grams, hasBattery)}
      </p>
      <p className="mt-1 text-small text-muted" data-screen-only="">
        {range.kind === 'day' ? energyDayTexts.picture.hint : energyDayTexts.chartHint}
      </p>
      <div className="mt-4">
        <ValueTable
          isWide
          summary={texts.asTable}
          caption={texts.caption}
          rows={steps}
          name={{ header: texts.time, cell: nameOf }}
          columns={[
            ...[...sources, ...uses, ...origins].map(part => ({
              header: energyDayTexts.inKilowattHours(part.name),
              cell: (result: EnergyResult) => energyNumber(part.of(result)),
            })),
            { header: energyDayTexts.picture.level, cell: result => levelText(result.levelPercent) },
            { header: texts.cost, cell: result => costText(result.costEur) },
            ...(gaps
              ? [
                  {
                    header: energyDayTexts.gaps.column,
                    cell: ({ startsAt }: EnergyResult) => gaps.noteOf(startsAt),
                    isProse: true,
                  },
                ]
              : []),
            { header: texts.coverage, cell: result => energySiteTexts.percent(result.coverage * 100) },
          ]}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-3" data-screen-only="">
        <Button size="small" icon={<IconTableExport />} onClick={save}>
          {texts.csv}
        </Button>
        {range.kind === 'month' ? <SlotFileButton site={site} month={range.from.slice(0, 7)} /> : null}
      </div>
    </>
  )
}

const texts = energySiteTexts.history

/** Of all years from the first value on, which follows from the gaps before it; null while these load. */
function useCoverage(site: EnergySite, range: EnergyRange, history: EnergyHistory): number | null {
  const first = history.results[0]
  const firstYear = rangeAround(first === undefined ? range.from : berlinDate(new Date(first.startsAt)), 'year')
  const isAsked = range.kind === 'total' && first !== undefined && first.coverage < 1
  const { data, isLoading } = useQuery({ ...gapsQuery(site.id, firstYear), enabled: isAsked })
  return isLoading ? null : coverageOf(range, history, nowMs(), data?.results ?? [])
}

/** All past steps, including those without values. */
function withGaps({ starts }: TableGaps, results: readonly EnergyResult[]): EnergyResult[] {
  const found = new Map(results.map(result => [Date.parse(result.startsAt), result]))
  const left = starts.filter(startsAt => !found.has(Date.parse(startsAt)))
  return [...results, ...left.map(startsAt => ({ ...unknownStep, startsAt }))].toSorted(
    (one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt),
  )
}

const unknownStep: Omit<EnergyResult, 'startsAt'> = {
  coverage: 0,
  importWh: null,
  exportWh: null,
  pvWh: null,
  chargeWh: null,
  dischargeWh: null,
  houseWh: null,
  carWh: null,
  heatWh: null,
  consumerWh: null,
  unexplainedWh: null,
  costEur: null,
  unpricedWh: null,
  estimatedPriceWh: null,
  origin: { pvWh: null, batteryPvWh: null, batteryGridWh: null, gridWh: null },
  levelPercent: null,
}
