import { type ValueColumn, ValueTable } from '#web/components/table/value-table.tsx'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyTexts } from '#web/texts/energy.texts.ts'
import { powerMasterTexts } from '#web/texts/power-master.texts.ts'
import { whatIfTexts } from '#web/texts/what-if.texts.ts'
import { DayAxis } from './day-axis.tsx'
import { DayCurve } from './day-curve.tsx'
import { DayLegend } from './day-legend.tsx'
import { DayLevels } from './day-levels.tsx'
import { consumptionKw, type DayHour, spansOf } from './example-day.ts'
import type { WhatIfAnswer, WhatIfHour } from './what-if-answer.ts'

/** PowerMaster's day of an answer: curve, level of the battery, and the same as a table. */
export function WhatIfDay({ answer: { house, hours } }: { answer: WhatIfAnswer }) {
  const day = hours.map((hour): DayHour => ({ ...hour, batteryLevel: hour.batteryKwh / Math.max(1, house.batteryKwh) }))
  const most = (power: (hour: DayHour) => number) => formatNumber(Math.max(...day.map(power)), 1, 1)
  const [span] = spansOf(day, hour => hour.wallboxKw > 0)
  return (
    <figure className="m-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="text-heading">{whatIfTexts.dayTitle}</h3>
        <DayLegend />
      </div>
      <DayCurve
        day={day}
        summary={whatIfTexts.daySummary(
          whatIfTexts.days[house.day],
          most(hour => hour.generationKw),
          most(consumptionKw),
        )}
        marked={span && { span, label: energyTexts.wallboxCharges }}
        className="h-60"
        scaled
      />
      <DayAxis />
      {house.batteryKwh > 0 ? (
        <>
          <p className="mt-4 mb-1 text-label text-muted">{powerMasterTexts.batteryLevel}</p>
          <DayLevels day={day} />
        </>
      ) : null}
      <figcaption className="mt-4">
        <ValueTable
          summary={whatIfTexts.table}
          note={powerMasterTexts.tableNote}
          caption={whatIfTexts.tableCaption}
          rows={hours}
          name={{ header: powerMasterTexts.tableHour, cell: hour => energyTexts.hour(hour.hour) }}
          columns={columns}
        />
      </figcaption>
    </figure>
  )
}

const columns: readonly ValueColumn<WhatIfHour>[] = [
  { header: powerMasterTexts.tableGeneration, cell: hour => shown(hour.generationKw) },
  { header: powerMasterTexts.tableHouse, cell: hour => shown(hour.houseKw) },
  { header: powerMasterTexts.tableHeatPump, cell: hour => shown(hour.heatPumpKw) },
  { header: powerMasterTexts.tableWallbox, cell: hour => shown(hour.wallboxKw) },
  { header: powerMasterTexts.tableBattery, cell: hour => shown(hour.batteryKw) },
  { header: powerMasterTexts.tableGrid, cell: hour => shown(hour.gridKw) },
  { header: whatIfTexts.tableStored, cell: hour => shown(hour.batteryKwh) },
]

function shown(value: number): string {
  return formatNumber(value, 1, 1)
}
