import { energyTexts } from '#web/texts/energy.texts.ts'

/** The hours below the chart of a day, each at its position; first and last stay within the edges. */
export function DayAxis() {
  return (
    <div aria-hidden="true" className="tabular relative mt-2 h-5 text-muted text-small">
      {[0, 6, 12, 18, 24].map(hour => (
        <span
          key={hour}
          className={`absolute whitespace-nowrap ${shifts[hour] ?? '-translate-x-1/2'}`}
          style={{ left: `${(hour / 24) * 100}%` }}
        >
          {energyTexts.hour(hour)}
        </span>
      ))}
    </div>
  )
}

const shifts: Readonly<Record<number, string>> = { 0: '', 24: '-translate-x-full' }
