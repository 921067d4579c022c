import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnergyHistory } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { gapsQuery } from './energy.query-options.ts'
import { origins, sources, uses } from './energy-figures.ts'
import { dayAfter, type EnergyRange, neighbourOf, rangeInside } from './energy-range.ts'
import { type EnergyStepRow, endOfStep, startOfStep, stepRows } from './energy-steps.ts'
import { GapList, shownGapsMax } from './gap-list.tsx'
import { gapsIn, longGapLines, stepGaps } from './gap-words.ts'
import { HistoryValues } from './history-values.tsx'
import { PartChart } from './part-chart.tsx'

interface StepHistoryProps {
  site: EnergySite
  range: EnergyRange
  history: EnergyHistory
  onRangeChange: (range: EnergyRange) => void
}

/** Days, months or years as stacked bars, each of which opens as its own period. */
export function StepHistory({ site, range, history, onRangeChange }: StepHistoryProps) {
  const { results, sums } = history
  const [chosen, setChosen] = useState<number | null>(null)
  const rows = stepRows(range, results, berlinDate())
  const measured = measuredDays(range, rows)
  const hasGap = measured !== null && (sums.coverage < 1 || rows.some(({ state }) => state === 'gap'))
  const gaps = useQuery({ ...gapsQuery(site.id, measured ?? range), enabled: hasGap }).data?.results ?? []
  function open(index: number) {
    const row = rows[index]
    const inside = row === undefined ? null : rangeInside(range, row.day)
    if (inside !== null) onRangeChange(inside)
  }
  const shown = chosen === null ? undefined : rows[chosen]
  const span =
    shown === undefined
      ? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
      : { from: startOfStep(shown.day), to: endOfStep(shown.day, range.step) }
  const chart = {
    rows,
    sums,
    compared: [],
    chosen,
    onChoose: setChosen,
    onOpen: open,
    onTurn: (by: -1 | 1) => onRangeChange(neighbourOf(range, by)),
  }
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2">
        <PartChart title={texts.from} parts={sources} {...chart} />
        <PartChart title={texts.to} parts={uses} {...chart} />
        <PartChart title={texts.origin} parts={origins} {...chart} />
      </div>
      <GapList
        lines={longGapLines(gaps, span, shownGapsMax)}
        count={gapsIn(gaps, span.from, span.to).length}
        more={energyDayTexts.gaps.shorter}
      />
      {shown === undefined || shown.state === 'later' ? null : (
        <Button size="small" className="mt-4" data-screen-only="" onClick={() => open(chosen ?? 0)}>
          {energyDayTexts.open(shown.name)}
        </Button>
      )}
      <HistoryValues
        site={site}
        range={range}
        history={history}
        gaps={gaps.length > 0 ? stepGaps(rows, range.step, gaps) : undefined}
      />
    </>
  )
}

/** The days whose gaps are requested: of all years the last three, from the first value on; null: no step is past. */
function measuredDays(range: EnergyRange, rows: readonly EnergyStepRow[]): Pick<EnergyRange, 'from' | 'to'> | null {
  const first = rows[0]?.day
  if (first === undefined || rows.every(({ state }) => state === 'later')) return null
  const earliest = dayAfter(range.to, -daysMax)
  return { from: [first, earliest].toSorted().at(-1) ?? first, to: range.to }
}

/** The maximum number of days per call. */
const daysMax = 1_100

const texts = energySiteTexts.history
