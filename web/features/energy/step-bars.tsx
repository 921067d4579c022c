import './step-bars.css'
import { type KeyboardEvent, useId } from 'react'
import { scaleSteps } from '#web/components/display/scale-steps.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { Patterns, patterns } from './part-patterns.tsx'
import { stepAfterKey } from './step-keys.ts'

/** A step of time; parts in kWh, from the bottom up. */
export type StepBar = {
  key: string
  parts: readonly number[]
  /** `partial`: most of the step is a gap. `later`: in the future. */
  state: 'measured' | 'partial' | 'gap' | 'later'
  /** The total of the compared step, in kWh. */
  compared?: number | undefined
}

interface StepBarsProps {
  /** Read out as the name of the chart. */
  summary: string
  bars: readonly StepBar[]
  /** The names below the first, the middle and the last bar. */
  names: readonly string[]
  /** The chosen step; its values are beside the chart. */
  chosen: number | null
  /** null: all steps. */
  onChoose: (index: number | null) => void
  /** Enter: shows the chosen step alone. */
  onOpen: (index: number) => void
  /** Page up and page down: the previous and the next period. */
  onTurn: (by: -1 | 1) => void
}

/** A stacked bar for each step. The arrow keys, Home and End move through the steps, a click chooses one. */
export function StepBars({ summary, bars, names, chosen, onChoose, onOpen, onTurn }: StepBarsProps) {
  const patternId = useId()
  const steps = scaleSteps(Math.max(0, ...bars.map(bar => Math.max(sumOf(bar.parts), bar.compared ?? 0))))
  const top = steps.at(-1) ?? 1
  /** From the top, in percent. */
  const toY = (value: number) => 100 - (value / top) * 100
  function move(event: KeyboardEvent) {
    const act = actOf(event.key)
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  function actOf(key: string): (() => void) | undefined {
    if (key === 'PageUp') return () => onTurn(-1)
    if (key === 'PageDown') return () => onTurn(1)
    if (key === 'Enter') return chosen === null ? undefined : () => onOpen(chosen)
    const next = stepAfterKey(key, chosen, bars.length)
    return next === undefined ? undefined : () => onChoose(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for a chart
    <div
      role="group"
      aria-label={summary}
      aria-roledescription={energyDayTexts.chartHint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the steps
      tabIndex={0}
      onKeyDown={move}
      data-steps=""
      className="energy-bars rounded-box"
    >
      <span aria-hidden="true" className="energy-unit text-muted text-small">
        {energyDayTexts.kilowattHours}
      </span>
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
  if (bar.state === 'later') return null
  if (bar.state === 'gap') return <rect x={x} width={width} y="4%" height="96%" className="energy-gap" />
  const parts = bar.parts.map((part, level) => {
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
  const then = bar.compared === undefined ? undefined : percent(toY(bar.compared))
  return (
    <>
      {parts}
      {bar.state === 'partial' ? <rect x={x} width={width} y="4%" height="96%" className="energy-gap" /> : null}
      {then === undefined ? null : (
        <line
          x1={percent((index / count) * 100)}
          x2={percent(((index + 1) / count) * 100)}
          y1={then}
          y2={then}
          className="energy-compared"
        />
      )}
    </>
  )
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
