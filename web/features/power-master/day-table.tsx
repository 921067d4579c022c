import { Disclosure } from '#web/components/display/disclosure.tsx'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyTexts } from '#web/texts/energy.texts.ts'
import { powerMasterTexts } from '#web/texts/power-master.texts.ts'
import type { DayHour } from './example-day.ts'

const texts = powerMasterTexts

/** The values of the chart by hour. */
export function DayTable({ day }: { day: readonly DayHour[] }) {
  return (
    <Disclosure summary={texts.table}>
      <p className="mb-3 text-small">{texts.tableNote}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section aria-label={texts.tableCaption} tabIndex={0} className="overflow-x-auto">
        <table className="tabular w-full min-w-[42rem] text-ink text-small">
          <caption className="sr-only">{texts.tableCaption}</caption>
          <thead>
            <tr className="border-field-border border-b text-muted">
              <th scope="col" className="py-2 pr-4 text-left font-medium">
                {texts.tableHour}
              </th>
              {columns.map(column => (
                <th key={column.header} scope="col" className="px-2 py-2 text-right font-medium last:pr-0">
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {day.map(hour => (
              <tr key={hour.hour} className="border-hairline border-b">
                <th scope="row" className="py-1.5 pr-4 text-left font-medium">
                  {energyTexts.hour(hour.hour)}
                </th>
                {columns.map(column => (
                  <td key={column.header} className="px-2 py-1.5 text-right last:pr-0">
                    {column.cell(hour)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  )
}

const columns: readonly { header: string; cell: (hour: DayHour) => string }[] = [
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
