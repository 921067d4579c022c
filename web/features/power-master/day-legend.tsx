import { energyTexts } from '#web/texts/energy.texts.ts'

/** The legend of the lines. */
export function DayLegend() {
  return (
    <ul className="flex flex-wrap items-center gap-x-6 gap-y-1 text-label text-muted">
      <li className="flex items-center gap-2.5">
        <svg viewBox="0 0 24 4" className="h-1 w-6" aria-hidden="true">
          <path d="M1.5 2h21" strokeWidth="3" strokeLinecap="round" className="stroke-primary" />
        </svg>
        {energyTexts.generation}
      </li>
      <li className="flex items-center gap-2.5">
        <svg viewBox="0 0 24 4" className="h-1 w-6" aria-hidden="true">
          <path
            d="M2 2h21"
            strokeWidth="3"
            strokeDasharray="0.1 6.6"
            strokeLinecap="round"
            className="stroke-on-night"
          />
        </svg>
        {energyTexts.consumption}
      </li>
    </ul>
  )
}
