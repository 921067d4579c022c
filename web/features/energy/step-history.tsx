import { useState } from 'react'
import type { EnergyHistory } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { origins, sources, uses } from './energy-figures.ts'
import { type EnergyRange, neighbourOf, rangeInside } from './energy-range.ts'
import { stepRows } from './energy-steps.ts'
import { HistoryValues } from './history-values.tsx'
import { PartChart } from './part-chart.tsx'

interface StepHistoryProps {
  site: EnergySite
  range: EnergyRange
  history: EnergyHistory
  onRangeChange: (range: EnergyRange) => void
}

/** Days, months or years as stacked bars, each of which opens as a stretch of its own. */
export function StepHistory({ site, range, history, onRangeChange }: StepHistoryProps) {
  const { results, sums } = history
  const [chosen, setChosen] = useState<number | null>(null)
  const rows = stepRows(range, results, berlinDate())
  function open(index: number) {
    const row = rows[index]
    const inside = row === undefined ? null : rangeInside(range, row.day)
    if (inside !== null) onRangeChange(inside)
  }
  const shown = chosen === null ? undefined : rows[chosen]
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
      {shown === undefined || shown.state === 'later' ? null : (
        <Button size="small" className="mt-4" data-screen-only="" onClick={() => open(chosen ?? 0)}>
          {energyDayTexts.open(shown.name)}
        </Button>
      )}
      <HistoryValues site={site} range={range} history={history} />
    </>
  )
}

const texts = energySiteTexts.history
