import { type ValueColumn, ValueTable } from '#web/components/table/value-table.tsx'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyTexts } from '#web/texts/energy.texts.ts'
import { powerMasterTexts } from '#web/texts/power-master.texts.ts'
import type { DayHour } from './example-day.ts'

const texts = powerMasterTexts

/** The values of the chart by hour. */
export function DayTable({ day }: { day: readonly DayHour[] }) {
  return (
    <ValueTable
      summary={texts.table}
      note={texts.tableNote}
      caption={texts.tableCaption}
      rows={day}
      name={{ header: texts.tableHour, cell: hour => energyTexts.hour(hour.hour) }}
      columns={columns}
    />
  )
}

const columns: readonly ValueColumn<DayHour>[] = [
  { header: texts.tableGeneration, cell: hour => kilowatts(hour.generationKw) },
  { header: texts.tableHouse, cell: hour => kilowatts(hour.houseKw) },
  { header: texts.tableHeatPump, cell: hour => kilowatts(hour.heatPumpKw) },
  { header: texts.tableWallbox, cell: hour => kilowatts(hour.wallboxKw) },
  { header: texts.tableBattery, cell: hour => kilowatts(hour.batteryKw) },
  { header: texts.tableGrid, cell: hour => kilowatts(hour.gridKw) },
  { header: texts.tableLevel, cell: hour => formatNumber(hour.batteryLevel * 100, 0, 0) },
]

function kilowatts(value: number): string {
  return formatNumber(value, 1, 1)
}
