import type { DayHour } from './example-day.ts'

/** The battery's level as one column per hour. The table next to it has the same values. */
export function DayLevels({ day }: { day: readonly DayHour[] }) {
  return (
    <div aria-hidden="true" className="flex h-16 items-end gap-px sm:gap-0.5">
      {day.map(hour => (
        <span
          key={hour.hour}
          data-graphic=""
          className={`grow rounded-t-[3px] ${hour.batteryKw > 0 ? 'bg-lime-500' : 'bg-lime-700'}`}
          style={{ height: `${hour.batteryLevel * 100}%` }}
        />
      ))}
    </div>
  )
}
