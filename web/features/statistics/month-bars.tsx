import './month-bars.css'
import { useId } from 'react'
import { scaleSteps } from '#web/components/display/scale-steps.ts'
import { formatShortMonth } from '#web/lib/format/format.ts'

export type MonthBar = {
  /** `YYYY-MM`. */
  month: string
  /** From the bottom up. The second part is hatched, so colour is not the only difference. */
  parts: readonly number[]
}

interface MonthBarsProps {
  bars: readonly MonthBar[]
  /** Describes the chart for screen readers. */
  summary: string
  format: (value: number) => string
}

/** A bar for each month, with labelled grid lines. The label of the current month is bold. */
export function MonthBars({ bars, summary, format }: MonthBarsProps) {
  const hatchId = useId()
  const steps = scaleSteps(Math.max(...bars.map(bar => sumOf(bar.parts))))
  const top = steps.at(-1) ?? 1
  /** From the top, in percent. */
  const toY = (value: number) => 100 - (value / top) * 100
  return (
    <div role="img" aria-label={summary}>
      <div aria-hidden="true" className="month-bars">
        <div className="month-scale tabular text-muted text-small">
          <span>{format(top)}</span>
          {steps.map(step => (
            <span key={step} style={{ top: `${toY(step)}%` }}>
              {format(step)}
            </span>
          ))}
        </div>
        <svg aria-hidden="true" data-graphic="" className="month-plot">
          <defs>
            <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className="month-surface" />
              <rect width="2.5" height="6" className="month-ink" />
            </pattern>
          </defs>
          {steps.map(step => (
            <line key={step} x2="100%" y1={percent(toY(step))} y2={percent(toY(step))} />
          ))}
          {bars.map((bar, index) => (
            <g key={bar.month}>
              {bar.parts.map((part, level) => {
                const bottom = toY(sumOf(bar.parts.slice(0, level)))
                const top = toY(sumOf(bar.parts.slice(0, level + 1)))
                return part === 0 ? null : (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar keep their order
                    key={level}
                    x={percent(((index + 0.2) / bars.length) * 100)}
                    width={percent(60 / bars.length)}
                    y={percent(top)}
                    height={percent(bottom - top)}
                    fill={level === 0 ? undefined : `url(#${hatchId})`}
                    className={level === 0 ? 'month-ink' : undefined}
                  />
                )
              })}
            </g>
          ))}
        </svg>
        <div className="month-names text-muted text-small">
          {bars.map((bar, index) => (
            <span key={bar.month}>
              <span className={index === bars.length - 1 ? 'font-semibold text-ink' : undefined}>
                {formatShortMonth(bar.month)}
              </span>
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
