import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnergyHistory } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { DayPicture } from './day-picture.tsx'
import { daySlots } from './day-series.ts'
import { gapsQuery } from './energy.query-options.ts'
import { figuresOf, origins, sources, uses } from './energy-figures.ts'
import { type EnergyRange, neighbourOf } from './energy-range.ts'
import { energyText } from './energy-words.ts'
import { GapList } from './gap-list.tsx'
import { gapLines, reasonAt, slotGaps } from './gap-words.ts'
import { HistoryValues } from './history-values.tsx'
import { PartShares } from './part-chart.tsx'

interface DayHistoryProps {
  site: EnergySite
  range: EnergyRange
  history: EnergyHistory
  onRangeChange: (range: EnergyRange) => void
}

/** A day by quarter-hours: one picture, and the shares of the chosen quarter-hour or the whole day. */
export function DayHistory({ site, range, history, onRangeChange }: DayHistoryProps) {
  const { results, sums } = history
  const [chosen, setChosen] = useState<number | null>(null)
  const now = nowMs()
  const mayLack = daySlots(range.from, results, now).some(({ state }) => state === 'gap')
  const known = useQuery({ ...gapsQuery(site.id, range), enabled: mayLack }).data?.results
  const slots = daySlots(range.from, results, now, known)
  const hasGap = slots.some(({ state }) => state === 'gap')
  const gaps = known ?? []
  const reasonOf = (startsAt: string) => reasonAt(gaps, startsAt)
  const { generatedKwh, usedKwh, importedKwh, exportedKwh } = figuresOf(sums)
  const summary = [
    [energyDayTexts.picture.generation, generatedKwh],
    [energyDayTexts.picture.use, usedKwh],
    [energyDayTexts.picture.import, importedKwh],
    [energyDayTexts.picture.export, exportedKwh],
  ] as const
  const shown = chosen === null ? sums : (slots[chosen]?.result ?? null)
  const parts = { sums, shown }
  return (
    <>
      <DayPicture
        day={range.from}
        slots={slots}
        sums={summary.flatMap(([name, kwh]) => (kwh === null ? [] : [`${name} ${energyText(kwh)}`]))}
        reasonOf={reasonOf}
        chosen={chosen}
        onChoose={setChosen}
        onTurn={by => onRangeChange(neighbourOf(range, by))}
      />
      <GapList lines={gapLines(slots, gaps)} />
      <div className="mt-8 grid gap-8 lg:grid-cols-3">
        <PartShares title={texts.from} parts={sources} {...parts} />
        <PartShares title={texts.to} parts={uses} {...parts} />
        <PartShares title={texts.origin} parts={origins} {...parts} />
      </div>
      <HistoryValues
        site={site}
        range={range}
        history={history}
        gaps={hasGap ? slotGaps(slots, reasonOf) : undefined}
      />
    </>
  )
}

const texts = energySiteTexts.history
