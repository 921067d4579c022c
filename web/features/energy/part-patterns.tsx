import type { ReactNode } from 'react'

/** The look of a part by its place; a chart has at most six. */
export const patterns = ['solid', 'hatch', 'dots', 'lines', 'cross', 'empty'] as const

/** The patterns of the parts, for charts and legends; `id` keeps those of several charts apart. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <Pattern id={`${id}-solid`}>
        <rect width="6" height="6" className="energy-ink" />
      </Pattern>
      <Pattern id={`${id}-hatch`} turn={45}>
        <rect width="2.5" height="6" className="energy-ink" />
      </Pattern>
      <Pattern id={`${id}-dots`}>
        <circle cx="3" cy="3" r="1.4" className="energy-ink" />
      </Pattern>
      <Pattern id={`${id}-lines`}>
        <rect width="6" height="1.5" className="energy-ink" />
      </Pattern>
      <Pattern id={`${id}-cross`} turn={45}>
        <path d="M0 0h1v6h-1zM0 0h6v1h-6z" className="energy-ink" />
      </Pattern>
      <Pattern id={`${id}-empty`} />
    </defs>
  )
}

function Pattern({ id, turn = 0, children }: { id: string; turn?: number; children?: ReactNode }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
      <rect width="6" height="6" className="energy-paper" />
      {children}
    </pattern>
  )
}
