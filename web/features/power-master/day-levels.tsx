import type { DayHour } from './example-day.ts'

/** The battery's level, a column per hour. The table beside the picture says the same in numbers. */
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
