import './quarter-chart.css'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { formatShortDay, formatTime } from '#web/lib/format/format.ts'
import { energyPriceTexts } from '#web/texts/energy-prices.texts.ts'

interface QuarterChartProps {
  /** The name of the chart: its content, in a sentence. */
  label: string
  /** The start of each quarter-hour. */
  starts: readonly string[]
  chosen: number
  onChoose: (index: number) => void
  /** The text read out for a quarter-hour. */
  textOf: (index: number) => string
  /** Panels of the same quarter-hours, one below the other. */
  children: ReactNode
}

/**
 * Panels over the same quarter-hours with one cursor: arrow keys move by a quarter-hour, Page keys by an hour, Home and
 * End to the edges; a press chooses. Screen readers read the sentence of the chosen one.
 */
export function QuarterChart({ label, starts, chosen, onChoose, textOf, children }: QuarterChartProps) {
  function move(event: KeyboardEvent) {
    const next = targetOf(event.key, chosen, starts.length)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
  }
  function point(event: PointerEvent<HTMLDivElement>) {
    if (event.type === 'pointermove' && event.buttons === 0) return
    const plot = event.currentTarget.querySelector('[data-plot]')?.getBoundingClientRect()
    if (plot === undefined || plot.width === 0) return
    const index = Math.floor(((event.clientX - plot.left) / plot.width) * starts.length)
    if (index >= 0 && index < starts.length) onChoose(index)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, starts.length - 1)}
      aria-valuenow={chosen}
      aria-valuetext={textOf(chosen)}
      onKeyDown={move}
      onPointerDown={point}
      onPointerMove={point}
      className="quarter-chart rounded-box"
    >
      {children}
      <Axis starts={starts} />
    </div>
  )
}

/** Midnight is labelled with its day, noon with the time. */
function Axis({ starts }: { starts: readonly string[] }) {
  const ticks = starts.flatMap((start, index) => {
    const time = formatTime(start)
    if (time !== '00:00' && time !== '12:00') return []
    const left = `${(index / starts.length) * 100}%`
    return [{ start, left, isDay: time === '00:00' }]
  })
  return (
    <div aria-hidden="true" className="quarter-panel">
      <span />
      <div className="quarter-axis tabular text-muted text-small">
        {ticks.map(({ start, left, isDay }) => (
          <span key={start} style={{ left }} className={isDay ? undefined : '-translate-x-1/2 phone:hidden'}>
            {isDay ? formatShortDay(start) : energyPriceTexts.noon}
          </span>
        ))}
      </div>
    </div>
  )
}

function targetOf(key: string, index: number, count: number): number | undefined {
  const within = (value: number) => Math.min(count - 1, Math.max(0, value))
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(index - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return within(index + 1)
    case 'PageDown':
      return within(index - 4)
    case 'PageUp':
      return within(index + 4)
    case 'Home':
      return 0
    case 'End':
      return within(count - 1)
    default:
      return undefined
  }
}
