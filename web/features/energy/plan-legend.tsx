import { energyPlanTexts } from '#web/texts/energy-plans.texts.ts'

/** The looks of bars and lines. */
export function PlanLegend() {
  return (
    <ul className="mt-3 grid gap-x-6 gap-y-1 text-small sm:grid-cols-2">
      {entries.map(({ name, look }) => (
        <li key={name} className="flex items-center gap-2">
          <span className="quarter-plot inline-block h-4 w-6 shrink-0">
            <svg aria-hidden="true" data-graphic="" viewBox="0 0 24 16">
              {look === undefined ? (
                <rect y="3" width="24" height="10" className="energy-ink" />
              ) : (
                <path d="M0 8H24" className={look} />
              )}
            </svg>
          </span>
          {name}
        </li>
      ))}
    </ul>
  )
}

const { legend } = energyPlanTexts

const entries: readonly { name: string; look?: string }[] = [
  { name: legend.bars },
  { name: legend.planned, look: 'quarter-line quarter-line-planned' },
  { name: legend.level, look: 'quarter-line' },
  { name: legend.house, look: 'quarter-line quarter-line-use' },
]
