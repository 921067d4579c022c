import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyTexts } from '#web/texts/energy.texts.ts'

export type EnergyPart = { name: string; kilowatts: number; tone: EnergyTone }
export type EnergyTone = keyof typeof tones

export interface EnergyBarsProps {
  sources: readonly EnergyPart[]
  uses: readonly EnergyPart[]
}

const texts = energyTexts.card

/** Two bars of equal length: sources and uses of power. */
export function EnergyBars({ sources, uses }: EnergyBarsProps) {
  return (
    <div className="grid gap-4">
      <EnergyBar label={texts.sources} parts={sources} />
      <EnergyBar label={texts.uses} parts={uses} />
    </div>
  )
}

function EnergyBar({ label, parts }: { label: string; parts: readonly EnergyPart[] }) {
  const total = parts.reduce((sum, part) => sum + part.kilowatts, 0)
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4 text-label">
        <span className="font-semibold">{label}</span>
        <span className="tabular">{texts.kilowatts(formatNumber(total, 1, 1))}</span>
      </p>
      <ul className="mt-2 flex h-12 gap-0.5 overflow-clip rounded-control">
        {parts.map(part => (
          <li
            key={part.name}
            data-graphic=""
            className={`flex min-w-fit items-center px-2.5 font-semibold text-small whitespace-nowrap sm:px-3 ${tones[part.tone]}`}
            style={{ flexGrow: part.kilowatts, flexBasis: 0 }}
          >
            <span>
              {part.name} <span className="tabular">{formatNumber(part.kilowatts, 1, 1)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The same in light and dark mode: each pair of surface and text has a contrast of at least 4.5:1. */
const tones = {
  sun: 'bg-lime-400 text-lime-950',
  grid: 'bg-sun text-lime-950',
  house: 'bg-lime-900 text-lime-50',
  wallbox: 'bg-lime-700 text-lime-50',
  battery: 'bg-lime-500 text-lime-950',
}

/** A tone's surface, for a legend. */
export const toneSurfaces: Record<EnergyTone, string> = {
  sun: 'bg-lime-400',
  grid: 'bg-sun',
  house: 'bg-lime-900',
  wallbox: 'bg-lime-700',
  battery: 'bg-lime-500',
}
