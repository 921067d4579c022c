import { useId } from 'react'
import { Patterns, patterns } from './part-patterns.tsx'

export type LegendPart = { name: string; value: string; pattern: number }

/** The parts of a stack with their patterns and the values of the chosen step. */
export function PartLegend({ parts }: { parts: readonly LegendPart[] }) {
  const id = useId()
  return (
    <ul className="grid gap-1 text-label">
      {parts.map(({ name, value, pattern }) => (
        <li key={name} className="flex items-center gap-2">
          <svg aria-hidden="true" data-graphic="" width="16" height="16" className="shrink-0">
            <Patterns id={`${id}-${pattern}`} />
            <rect
              width="16"
              height="16"
              fill={`url(#${id}-${pattern}-${patterns[pattern] ?? 'empty'})`}
              className="stroke-graphic"
            />
          </svg>
          <span className="min-w-0 flex-1">{name}</span>
          <span className="tabular whitespace-nowrap font-semibold">{value}</span>
        </li>
      ))}
    </ul>
  )
}
