import { useState } from 'react'
import type { PlanDay } from '#contract/energy-plans.ts'
import { Card } from '#web/components/display/card.tsx'
import { useNow } from '#web/lib/browser/use-now.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { energyPlanTexts } from '#web/texts/energy-plans.texts.ts'
import { PlanLegend } from './plan-legend.tsx'
import type { PlanPicture as Picture, Quarter } from './plan-quarters.ts'
import { PlanReading, quarterSentence } from './plan-reading.tsx'
import { QuarterChart } from './quarter-chart.tsx'
import { indexAt } from './quarter-names.ts'
import { QuarterPanel } from './quarter-panel.tsx'
import { QuarterSteps } from './quarter-steps.tsx'

interface PlanPictureProps {
  picture: Picture
  first: PlanDay['first']
  /** Source and licence of the prices. */
  source: string | null
}

/**
 * Today and tomorrow: sun and house, the grid, levels and prices, measured beside planned, with the reason of each
 * quarter-hour.
 */
export function PlanPicture({ picture: { quarters, levels }, first, source }: PlanPictureProps) {
  const starts = quarters.map(({ startsAt }) => startsAt)
  const now = indexAt(starts, useNow(60_000))
  const [moved, setMoved] = useState<number | null>(null)
  const chosen = Math.min(moved ?? now, quarters.length - 1)
  const quarter = quarters[chosen]
  if (quarter === undefined) return null
  return (
    <Card>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-3 lg:order-2">
          <QuarterSteps chosen={chosen} count={quarters.length} now={now} onChoose={setMoved} />
          <PlanReading quarter={quarter} isNow={chosen === now} isPast={chosen < now} />
        </div>
        <div className="min-w-0">
          <QuarterChart
            label={texts.chart}
            starts={starts}
            chosen={chosen}
            onChoose={setMoved}
            textOf={index => quarterSentence(quarters[index])}
          >
            <Panels quarters={quarters} levels={levels} chosen={chosen} now={now} />
          </QuarterChart>
          <PlanLegend />
          <p className="mt-3 text-muted text-small" data-screen-only="">
            {texts.keys}
          </p>
          {first ? (
            <p className="mt-1 text-muted text-small">{texts.firstPlan(`${formatTime(first.madeAt)}\u00a0Uhr`)}</p>
          ) : null}
          {source === null ? null : <p className="mt-1 text-muted text-small">{source}</p>}
        </div>
      </div>
    </Card>
  )
}

/** The panels below each other, with one time scale. */
function Panels({
  quarters,
  levels,
  chosen,
  now,
}: Pick<Picture, 'quarters' | 'levels'> & { chosen: number; now: number }) {
  const panel = { count: quarters.length, chosen, now }
  const kilowatts = (of: (quarter: Quarter) => number | null | undefined) =>
    quarters.map(each => {
      const watts = of(each)
      return watts === null || watts === undefined ? null : watts / 1_000
    })
  const netOf = (flows: Quarter['measured']) => (flows === null ? null : (flows.importW ?? 0) - (flows.exportW ?? 0))
  return (
    <>
      <QuarterPanel
        {...panel}
        title={texts.panels.power}
        unit={texts.units.kilowatts}
        parts={[kilowatts(({ measured }) => measured?.pvW ?? 0).map(value => value ?? 0)]}
        lines={[
          { key: 'sun', look: 'planned', values: kilowatts(({ planned }) => planned?.pvW) },
          {
            key: 'house',
            look: 'use',
            values: kilowatts(({ measured, planned }) => measured?.houseW ?? planned?.houseW),
          },
        ]}
      />
      <QuarterPanel
        {...panel}
        title={texts.panels.grid}
        unit={texts.units.kilowatts}
        parts={[kilowatts(({ measured }) => netOf(measured)).map(value => value ?? 0)]}
        lines={[{ key: 'grid', look: 'planned', values: kilowatts(({ planned }) => netOf(planned)) }]}
      />
      {levels.map(({ id, name, measured, planned }) => (
        <QuarterPanel
          key={id}
          {...panel}
          title={texts.level(name)}
          unit={texts.units.percent}
          atLeast={100}
          lines={[
            { key: 'measured', look: 'measured', values: measured },
            { key: 'planned', look: 'planned', values: planned },
          ]}
          className="h-24"
        />
      ))}
      <QuarterPanel
        {...panel}
        title={texts.panels.price}
        unit={texts.units.cents}
        parts={[quarters.map(({ importCt }) => importCt ?? 0)]}
        doubtful={quarters.map(({ isPriceEstimated }) => isPriceEstimated)}
        className="h-24"
      />
    </>
  )
}

const texts = energyPlanTexts
