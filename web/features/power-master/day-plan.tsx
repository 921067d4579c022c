import { formatPercent } from '#web/lib/format/format-number.ts'
import { energyTexts } from '#web/texts/energy.texts.ts'
import { powerMasterTexts } from '#web/texts/power-master.texts.ts'
import { DayAxis } from './day-axis.tsx'
import { DayCurve } from './day-curve.tsx'
import { DayLegend } from './day-legend.tsx'
import { DayLevels } from './day-levels.tsx'
import { DayTable } from './day-table.tsx'
import { type DayHour, exampleDay, type HourSpan, spansOf, wallboxSpan } from './example-day.ts'

/** The plan of a day: power, battery, running devices, and the same as a table. */
export function DayPlan() {
  return (
    <figure className="m-0">
      <div className="rounded-panel border border-hairline bg-surface p-5 sm:p-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <DayLegend />
          <span className="text-muted text-small">{energyTexts.example}</span>
        </div>
        <DayCurve
          day={exampleDay}
          summary={powerMasterTexts.daySummary}
          marked={{ span: wallboxSpan, label: energyTexts.wallboxCharges }}
          className="h-60 sm:h-80"
          scaled
        />
        <DayAxis />
        <p className="mt-6 mb-1 flex flex-wrap justify-between gap-x-6 text-label text-muted">
          {powerMasterTexts.batteryLevel}
          <span>{levelRange()}</span>
        </p>
        <DayLevels day={exampleDay} />
        <h3 className="mt-8 text-lead">{powerMasterTexts.schedule}</h3>
        <ul className="mt-3 grid gap-3">
          {lanes.map(lane => (
            <Lane key={lane.name} name={lane.name} spans={spansOf(exampleDay, lane.holds)} tone={lane.tone} />
          ))}
        </ul>
      </div>
      <figcaption className="mt-4">
        <DayTable day={exampleDay} />
      </figcaption>
    </figure>
  )
}

const lanes: readonly { name: string; holds: (hour: DayHour) => boolean; tone: string }[] = [
  { name: energyTexts.wallboxCharges, holds: hour => hour.wallboxKw > 0, tone: 'bg-lime-400' },
  { name: powerMasterTexts.heatPumpRuns, holds: hour => hour.heatPumpKw > 0, tone: 'bg-sun' },
  { name: powerMasterTexts.batteryCharges, holds: hour => hour.batteryKw > 0, tone: 'bg-lime-500' },
  { name: powerMasterTexts.batterySupplies, holds: hour => hour.batteryKw < 0, tone: 'bg-lime-600' },
]

function Lane({ name, spans, tone }: { name: string; spans: readonly HourSpan[]; tone: string }) {
  return (
    <li className="grid gap-1.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-6 text-label">
        <span className="font-semibold">{name}</span>
        <span className="tabular text-muted text-small">
          {spans.map(span => powerMasterTexts.hours(span.from, span.to)).join(', ')}
        </span>
      </span>
      <span aria-hidden="true" className="relative block h-4 overflow-clip rounded-full bg-sunken">
        {spans.map(span => (
          <span
            key={span.from}
            data-graphic=""
            className={`absolute inset-y-0 rounded-full ${tone}`}
            style={{ left: `${(span.from / 24) * 100}%`, width: `${((span.to - span.from) / 24) * 100}%` }}
          />
        ))}
      </span>
    </li>
  )
}

function levelRange(): string {
  const levels = exampleDay.map(hour => hour.batteryLevel)
  return powerMasterTexts.levelRange(formatPercent(Math.min(...levels)), formatPercent(Math.max(...levels)))
}
