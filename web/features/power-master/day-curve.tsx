import { area, curveMonotoneX, line } from 'd3-shape'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyTexts } from '#web/texts/energy.texts.ts'
import { consumptionKw, type DayHour, type HourSpan } from './example-day.ts'

export interface DayCurveProps {
  day: readonly DayHour[]
  /** Describes the chart for screen readers. */
  summary: string
  /** A highlighted time span with its label. */
  marked?: { span: HourSpan; label: string } | undefined
  /** Sets the height of the plot. */
  className?: string | undefined
  /** Labels the powers at the left edge. */
  scaled?: boolean | undefined
}

/** Generation and consumption over a day, drawn for a dark surface. Lines keep their width at every size. */
export function DayCurve({ day, summary, marked, className = 'h-44', scaled = false }: DayCurveProps) {
  const top = Math.max(2, Math.ceil(Math.max(...day.flatMap(hour => [hour.generationKw, consumptionKw(hour)])) / 2) * 2)
  const toY = (kilowatts: number) => height - (kilowatts / top) * height
  const generation = edged(day.map(hour => hour.generationKw)).map(([x, kw]): Point => [x, toY(kw)])
  const consumption = edged(day.map(consumptionKw)).map(([x, kw]): Point => [x, toY(kw)])
  const lines = Array.from({ length: top / 2 + 1 }, (_, index) => index * 2)
  return (
    <div role="img" aria-label={summary}>
      <div aria-hidden="true">
        <div className="h-7 text-small">
          {marked ? (
            <p
              className="w-max -translate-x-1/2 pt-0.5 font-semibold text-primary"
              style={{ marginInlineStart: `${((marked.span.from + marked.span.to) / 48) * 100}%` }}
            >
              {marked.label}
            </p>
          ) : null}
        </div>
        <div className={`relative ${className}`}>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
            fill="none"
          >
            {lines.map(kilowatts => (
              <line
                key={kilowatts}
                x2={width}
                y1={toY(kilowatts)}
                y2={toY(kilowatts)}
                vectorEffect="non-scaling-stroke"
                className="stroke-hairline"
              />
            ))}
            {marked ? (
              <rect
                x={marked.span.from * hourWidth}
                width={(marked.span.to - marked.span.from) * hourWidth}
                height={height}
                className="fill-primary/22"
              />
            ) : null}
            <path d={area<Point>().y0(height).curve(curveMonotoneX)(generation) ?? ''} className="fill-primary/16" />
            <path
              d={line<Point>().curve(curveMonotoneX)(generation) ?? ''}
              vectorEffect="non-scaling-stroke"
              strokeWidth="2.5"
              strokeLinecap="round"
              className="stroke-primary"
            />
            <path
              d={line<Point>().curve(curveMonotoneX)(consumption) ?? ''}
              vectorEffect="non-scaling-stroke"
              strokeWidth="2"
              strokeDasharray="1 5"
              strokeLinecap="round"
              className="stroke-on-night"
            />
          </svg>
          {scaled
            ? lines.slice(1).map(kilowatts => (
                <span
                  key={kilowatts}
                  className="tabular absolute left-0 translate-y-0.5 text-muted text-small"
                  style={{ top: `${(toY(kilowatts) / height) * 100}%` }}
                >
                  {energyTexts.card.kilowatts(formatNumber(kilowatts))}
                </span>
              ))
            : null}
        </div>
      </div>
    </div>
  )
}

type Point = [number, number]

const width = 960
const height = 300
const hourWidth = width / 24

/** A value is in the middle of its hour; the first and last extend to the edges of the day. */
function edged(values: readonly number[]): Point[] {
  const points = values.map((value, hour): Point => [(hour + 0.5) * hourWidth, value])
  const [first = [0, 0]] = points
  const last = points.at(-1) ?? first
  return [[0, first[1]], ...points, [width, last[1]]]
}
