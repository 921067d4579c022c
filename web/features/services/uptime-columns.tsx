import './services.css'
import type { WebsiteDay } from '#contract/website-services.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { type DayKind, dayKindOf } from './uptime-days.ts'

interface UptimeColumnsProps {
  /** Oldest first. */
  days: readonly WebsiteDay[]
  /** Describes the chart for screen readers. */
  summary: string
}

/**
 * A column for each day. Its shape shows the state of the day, its colour only repeats it: full, with a gap, a stump
 * below a mark, or a line at the bottom.
 */
export function UptimeColumns({ days, summary }: UptimeColumnsProps) {
  return (
    <div>
      <div role="img" aria-label={summary}>
        <svg
          aria-hidden="true"
          data-graphic=""
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
          className="uptime-days"
        >
          {days.map((day, index) => (
            <Column key={day.date} day={day} x={index * step} />
          ))}
        </svg>
      </div>
      <div aria-hidden="true" className="mt-1.5 flex justify-between text-small text-muted">
        <span>{texts.from}</span>
        <span>{texts.to}</span>
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-small text-muted">
        {kinds.map(kind => (
          <li key={kind} className="flex items-center gap-2">
            <svg
              aria-hidden="true"
              data-graphic=""
              viewBox={`0 0 ${width} ${height}`}
              className="uptime-key"
              preserveAspectRatio="none"
            >
              <Shape kind={kind} x={0} />
            </svg>
            {texts.days[kind]}
          </li>
        ))}
      </ul>
    </div>
  )
}

const texts = serviceTexts.history
const kinds: readonly DayKind[] = ['ok', 'short', 'down', 'none']
const step = 10
const width = 7
const height = 100

function Column({ day, x }: { day: WebsiteDay; x: number }) {
  const kind = dayKindOf(day)
  return (
    <g>
      <title>{texts.tooltip(formatDate(day.date), texts.days[kind], day.failures, day.checks)}</title>
      {/* Makes the whole column respond to the pointer. */}
      <rect x={x} width={step} height={height} fill="transparent" />
      <Shape kind={kind} x={x} />
    </g>
  )
}

function Shape({ kind, x }: { kind: DayKind; x: number }) {
  return shapes[kind].map(([from, to]) => (
    <rect key={from} x={x} y={from} width={width} height={to - from} className={`uptime-${kind}`} />
  ))
}

/** Each shape as segments of the column, in percent from the top. */
const shapes: Record<DayKind, readonly (readonly [from: number, to: number])[]> = {
  ok: [[0, 100]],
  short: [
    [0, 35],
    [50, 100],
  ],
  down: [
    [0, 12],
    [62, 100],
  ],
  none: [[94, 100]],
}
