import './step-bars.css'
import { type KeyboardEvent, useId } from 'react'
import { scaleSteps } from '#web/components/display/scale-steps.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

/** A step of time; parts in kWh, from the bottom up. */
export type StepBar = { key: string; parts: readonly number[]; isGap: boolean }

/** The look of a part by its place; a bar has at most six. */
export const patterns = ['solid', 'hatch', 'dots', 'lines', 'cross', 'empty'] as const

interface StepBarsProps {
  /** Read out as the name of the chart. */
  summary: string
  bars: readonly StepBar[]
  /** The names below the first, the middle and the last bar. */
  names: readonly string[]
  /** The chosen step; its values stand beside the chart. */
  chosen: number | null
  onChoose: (index: number) => void
}

/** A stacked bar for each step. The arrow keys, Home and End move through the steps, a click chooses one. */
export function StepBars({ summary, bars, names, chosen, onChoose }: StepBarsProps) {
  const patternId = useId()
  const steps = scaleSteps(Math.max(0, ...bars.map(bar => sumOf(bar.parts))))
  const top = steps.at(-1) ?? 1
  /** From the top, in percent. */
  const toY = (value: number) => 100 - (value / top) * 100
  function move(event: KeyboardEvent) {
    const next = targetOf(event.key, chosen ?? -1, bars.length)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for a chart
    <div
      role="group"
      aria-label={summary}
      aria-roledescription={energySiteTexts.history.chartHint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the steps
      tabIndex={0}
      onKeyDown={move}
      className="energy-bars rounded-box"
    >
      <div aria-hidden="true" className="energy-scale tabular text-muted text-small">
        <span>{formatNumber(top)}</span>
        {steps.map(step => (
          <span key={step} style={{ top: `${toY(step)}%` }}>
            {formatNumber(step)}
          </span>
        ))}
      </div>
      <svg aria-hidden="true" data-graphic="" className="energy-plot">
        <Patterns id={patternId} />
        {steps.map((step, index) => (
          <line
            key={step}
            x2="100%"
            y1={percent(toY(step))}
            y2={percent(toY(step))}
            className={index === 0 ? 'energy-base' : undefined}
          />
        ))}
        {bars.map((bar, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the frame do the same
          <g key={bar.key} onClick={() => onChoose(index)}>
            <rect
              x={percent((index / bars.length) * 100)}
              width={percent(100 / bars.length)}
              height="100%"
              fill="transparent"
              className={index === chosen ? 'energy-chosen' : undefined}
            />
            <Stack bar={bar} index={index} count={bars.length} toY={toY} patternId={patternId} />
          </g>
        ))}
      </svg>
      <div aria-hidden="true" className="energy-names tabular text-muted text-small">
        {names.map(name => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  )
}

interface StackProps {
  bar: StepBar
  index: number
  count: number
  toY: (value: number) => number
  patternId: string
}

function Stack({ bar, index, count, toY, patternId }: StackProps) {
  const x = percent(((index + 0.15) / count) * 100)
  const width = percent(70 / count)
  if (bar.isGap) return <rect x={x} width={width} y="4%" height="96%" className="energy-gap" />
  return bar.parts.map((part, level) => {
    const bottom = toY(sumOf(bar.parts.slice(0, level)))
    const upper = toY(sumOf(bar.parts.slice(0, level + 1)))
    return part === 0 ? null : (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar keep their order
        key={level}
        x={x}
        width={width}
        y={percent(upper)}
        height={percent(bottom - upper)}
        fill={`url(#${patternId}-${patterns[level] ?? 'empty'})`}
        className="energy-part"
      />
    )
  })
}

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

function Pattern({ id, turn = 0, children }: { id: string; turn?: number; children?: React.ReactNode }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
      <rect width="6" height="6" className="energy-paper" />
      {children}
    </pattern>
  )
}

function targetOf(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowRight':
      return Math.min(count - 1, index + 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
