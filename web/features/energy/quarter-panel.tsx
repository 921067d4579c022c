import { useId } from 'react'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { Patterns, patterns } from './part-patterns.tsx'
import { type Band, bandsOf, type Scale, scaleOf } from './quarter-bands.ts'

/** The look of a line: measured, planned, or use. */
export type LineLook = 'measured' | 'planned' | 'use'
export type QuarterLine = { key: string; look: LineLook; values: readonly (number | null)[] }

interface QuarterPanelProps {
  title: string
  unit: string
  count: number
  /** Stacked parts, in the order of the patterns; those below zero stack downwards. */
  parts?: readonly (readonly number[])[] | undefined
  lines?: readonly QuarterLine[] | undefined
  /** Quarter-hours whose values are estimated. */
  doubtful?: readonly boolean[] | undefined
  /** The top of the scale is at least this. */
  atLeast?: number
  chosen: number
  /** The current quarter-hour, between past and future ones. */
  now: number | null
  className?: string
}

/** Values of quarter-hours as stacked steps and lines. */
export function QuarterPanel(props: QuarterPanelProps) {
  const { title, unit, count, parts = [], lines = [], doubtful, atLeast = 0, chosen, now, className = 'h-36' } = props
  const patternId = useId()
  const scale = scaleOf(
    parts,
    lines.map(({ values }) => values),
    atLeast,
  )
  const toY = (value: number) => ((scale.top - value) / (scale.top - scale.bottom)) * 100
  const x = (index: number) => percent((index / count) * 100)
  return (
    <div aria-hidden="true" className="quarter-panel">
      <p className="col-span-2 mb-1 flex flex-wrap justify-between gap-x-4 text-label">
        <span className="font-semibold">{title}</span>
        <span className="text-muted text-small">{unit}</span>
      </p>
      <div className="quarter-scale tabular text-muted text-small">
        {scale.steps.map(step => (
          <span key={step} style={{ top: percent(toY(step)) }}>
            {formatNumber(step)}
          </span>
        ))}
      </div>
      <div data-plot="" className={`quarter-plot ${className}`}>
        <svg aria-hidden="true" data-graphic="" shapeRendering="crispEdges">
          <Patterns id={patternId} />
          <rect x={x(chosen)} width={percent(Math.max(0.6, 100 / count))} height="100%" className="quarter-chosen" />
          {scale.steps.map(step => (
            <line
              key={step}
              x2="100%"
              y1={percent(toY(step))}
              y2={percent(toY(step))}
              className={step === 0 ? 'quarter-zero' : 'quarter-grid'}
            />
          ))}
          {bandsOf(parts).map(band => (
            <BandArea key={`${band.part}-${band.from}`} band={band} count={count} toY={toY} patternId={patternId} />
          ))}
          {doubtful ? <Doubt doubtful={doubtful} /> : null}
          {now === null ? null : <line x1={x(now)} x2={x(now)} y2="100%" className="quarter-now" />}
        </svg>
        <svg aria-hidden="true" viewBox={`0 0 ${count} 100`} preserveAspectRatio="none">
          {lines.map(({ key, look, values }) => (
            <path key={key} d={pathOf(values, toY)} vectorEffect="non-scaling-stroke" className={lineClass[look]} />
          ))}
        </svg>
      </div>
    </div>
  )
}

const lineClass: Readonly<Record<LineLook, string>> = {
  measured: 'quarter-line',
  planned: 'quarter-line quarter-line-planned',
  use: 'quarter-line quarter-line-use',
}

function BandArea({
  band,
  count,
  toY,
  patternId,
}: {
  band: Band
  count: number
  toY: Scale['toY']
  patternId: string
}) {
  const upper = toY(band.high)
  return (
    <rect
      x={percent((band.from / count) * 100)}
      width={percent(((band.to - band.from) / count) * 100)}
      y={percent(upper)}
      height={percent(toY(band.low) - upper)}
      fill={`url(#${patternId}-${patterns[band.part] ?? 'empty'})`}
    />
  )
}

/** A dashed frame around each run of estimated values. */
function Doubt({ doubtful }: { doubtful: readonly boolean[] }) {
  const edges = doubtful.flatMap((is, index) => (is && !doubtful[index - 1] ? [index] : []))
  return edges.map(from => {
    const end = doubtful.findIndex((is, index) => index > from && !is)
    const to = end === -1 ? doubtful.length : end
    return (
      <rect
        key={from}
        x={percent((from / doubtful.length) * 100)}
        width={percent(((to - from) / doubtful.length) * 100)}
        height="100%"
        className="quarter-doubt"
      />
    )
  })
}

/** Steps over the quarter-hours; a gap at unknown values. */
function pathOf(values: readonly (number | null)[], toY: Scale['toY']): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const isFirst = index === 0 || values[index - 1] === null || values[index - 1] === undefined
      return `${isFirst ? 'M' : 'L'}${index} ${toY(value).toFixed(2)}H${index + 1}`
    })
    .join('')
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`
}
