import './saving-bars.css'
import { useId } from 'react'
import { formatEur } from '#web/lib/format/format.ts'

interface SavingBarsProps {
  /** Read out instead of the picture. */
  summary: string
  bars: readonly { readonly key: string; readonly name: string; readonly eur: number }[]
}

/** The savings of each step, up from a line, or its extra costs, down from it. The table beside it has the values. */
export function SavingBars({ summary, bars }: SavingBarsProps) {
  const hatch = useId()
  const most = Math.max(0, ...bars.map(({ eur }) => eur))
  const least = Math.min(0, ...bars.map(({ eur }) => eur))
  const height = most - least || 1
  const zero = (most / height) * 100
  return (
    <figure className="m-0 grid gap-2">
      <svg role="img" aria-label={summary} data-graphic="" className="saving-plot">
        <defs>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2="6" strokeWidth="3" className="saving-hatch" />
          </pattern>
        </defs>
        {bars.map(({ key, eur }, index) => (
          <rect
            key={key}
            x={`${((index + 0.15) / bars.length) * 100}%`}
            width={`${70 / bars.length}%`}
            y={`${eur >= 0 ? zero - (eur / height) * 100 : zero}%`}
            height={`${(Math.abs(eur) / height) * 100}%`}
            fill={eur < 0 ? `url(#${hatch})` : undefined}
            className={eur < 0 ? 'saving-loss' : 'saving-gain'}
          />
        ))}
        <line x2="100%" y1={`${zero}%`} y2={`${zero}%`} />
      </svg>
      <figcaption aria-hidden="true" className="tabular flex justify-between gap-4 text-muted text-small">
        <span>{bars[0]?.name}</span>
        <span>
          {formatEur(least)} – {formatEur(most)}
        </span>
        <span>{bars.at(-1)?.name}</span>
      </figcaption>
    </figure>
  )
}
