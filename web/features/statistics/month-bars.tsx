import { useId } from 'react'
import { formatShortMonth } from '#web/lib/format.ts'
import { scaleSteps } from './scale-steps.ts'

export type MonthBar = {
  /** `YYYY-MM`. */
  month: string
  /** From the bottom up. The second part is hatched, so that it is not told by colour alone. */
  parts: readonly number[]
}

interface MonthBarsProps {
  bars: readonly MonthBar[]
  /** What the picture shows, for those who do not see it. */
  summary: string
  format: (value: number) => string
}

/** A bar for each month on lines that name the values. The last month, which is still running, is named in bold. */
export function MonthBars({ bars, summary, format }: MonthBarsProps) {
  const hatchId = useId()
  const steps = scaleSteps(Math.max(...bars.map(bar => sumOf(bar.parts))))
  const top = steps.at(-1) ?? 1
  /** From the upper edge, in percent. */
  const toY = (value: number) => 100 - (value / top) * 100
  return (
    <div role="img" aria-label={summary}>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div className="tabular relative text-muted text-small">
          {/* As wide as its widest value. */}
          <span className="invisible block h-0 overflow-hidden">{format(top)}</span>
          {steps.map(step => (
            <span
              key={step}
              className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${toY(step)}%` }}
            >
              {format(step)}
            </span>
          ))}
        </div>
        <svg aria-hidden="true" data-graphic="" className="h-44 w-full overflow-visible">
          <defs>
            <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className="fill-surface" />
              <rect width="2.5" height="6" className="fill-graphic" />
            </pattern>
          </defs>
          {steps.map(step => (
            <line
              key={step}
              x2="100%"
              y1={percent(toY(step))}
              y2={percent(toY(step))}
              className={step === 0 ? 'stroke-field-border' : 'stroke-hairline'}
            />
          ))}
          {bars.map((bar, index) => (
            <g key={bar.month}>
              {bar.parts.map((part, level) => {
                const bottom = toY(sumOf(bar.parts.slice(0, level)))
                const top = toY(sumOf(bar.parts.slice(0, level + 1)))
                return part === 0 ? null : (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar never change places
                    key={level}
                    x={percent(((index + 0.2) / bars.length) * 100)}
                    width={percent(60 / bars.length)}
                    y={percent(top)}
                    height={percent(bottom - top)}
                    fill={level === 0 ? undefined : `url(#${hatchId})`}
                    className={level === 0 ? 'fill-graphic stroke-graphic' : 'stroke-graphic'}
                  />
                )
              })}
            </g>
          ))}
        </svg>
        <div className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col text-muted text-small">
          {bars.map((bar, index) => (
            // A name may be wider than its bar.
            <span key={bar.month} className="flex justify-center whitespace-nowrap phone:odd:invisible">
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
