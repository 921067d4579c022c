import './day-picture.css'
import type { PointerEvent } from 'react'
import { formatTime } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { areaPath, type DaySlot, dayScale, linePath, stretchesOf } from './day-series.ts'

interface DayPlotProps {
  slots: readonly DaySlot[]
  chosen: number | null
  hasLevel: boolean
  onChoose: (index: number) => void
}

/** The drawing of a day with its scales: kW on the left, the battery level in percent on the right. */
export function DayPlot({ slots, chosen, hasLevel, onChoose }: DayPlotProps) {
  const lines = dayScale(slots)
  const [low = 0, high = 1] = [lines[0], lines.at(-1)]
  /** From the top, in percent. */
  const toY = (kilowatts: number) => ((high - kilowatts) / (high - low)) * 100
  /** A full battery is at the top, an empty one at the line of 0 kW. */
  const levelY = (level: number) => toY((level / 100) * high)
  const scales = { toY, levelY, lines }
  return (
    <>
      <div aria-hidden="true" className="energy-scale tabular text-muted text-small">
        <span>{formatNumber(low < 0 ? low : high)} kW</span>
        {lines.map(line => (
          <span key={line} style={{ top: `${toY(line)}%` }}>
            {formatNumber(line)}
            {line === high ? `\u00a0${texts.kilowatts}` : ''}
          </span>
        ))}
      </div>
      <Drawing slots={slots} chosen={chosen} hasLevel={hasLevel} onChoose={onChoose} {...scales} />
      <div aria-hidden="true" className="energy-scale tabular text-muted text-small">
        {hasLevel ? <LevelScale levelY={levelY} /> : null}
      </div>
      <div aria-hidden="true" className="day-hours tabular text-muted text-small">
        {hourMarks(slots).map(({ index, hour }) => (
          <span key={index} style={{ left: share(index, slots) }}>
            {hour}
          </span>
        ))}
      </div>
    </>
  )
}

const texts = energyDayTexts.picture

interface DrawingProps extends DayPlotProps {
  toY: (kilowatts: number) => number
  levelY: (level: number) => number
  lines: readonly number[]
}

function Drawing({ slots, chosen, hasLevel, onChoose, toY, levelY, lines }: DrawingProps) {
  function choose(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * slots.length)
    onChoose(Math.min(slots.length - 1, Math.max(0, index)))
  }
  const valuesOf = (of: (slot: DaySlot) => number | null) => slots.map(of)
  return (
    <div aria-hidden="true" className="day-plot" data-graphic="" onPointerDown={choose}>
      <svg>
        <title>{texts.title}</title>
        {lines.map(line => (
          <line
            key={line}
            x2="100%"
            y1={`${toY(line)}%`}
            y2={`${toY(line)}%`}
            className={line === 0 ? 'day-zero' : undefined}
          />
        ))}
        {stretchesOf(slots, 'gap').map(({ from, to }) => (
          <rect key={from} x={share(from, slots)} width={share(to - from, slots)} height="100%" className="day-gap" />
        ))}
        {chosen === null ? null : (
          <rect x={share(chosen, slots)} width={share(1, slots)} height="100%" className="day-chosen" />
        )}
        {slots.map((slot, index) => (
          <GridBar key={slot.startsAt} slot={slot} x={share(index + 0.15, slots)} width={share(0.7, slots)} toY={toY} />
        ))}
      </svg>
      <svg viewBox={`0 0 ${slots.length} 100`} preserveAspectRatio="none">
        <title>{texts.title}</title>
        <path
          d={areaPath(
            valuesOf(slot => slot.generationKw),
            toY,
          )}
          className="day-generation"
        />
        <path
          d={linePath(
            valuesOf(slot => slot.useKw),
            toY,
          )}
          className="day-use"
        />
        {hasLevel ? (
          <path
            d={linePath(
              valuesOf(slot => slot.levelPercent),
              levelY,
            )}
            className="day-level"
          />
        ) : null}
      </svg>
    </div>
  )
}

interface GridBarProps {
  slot: DaySlot
  x: string
  width: string
  toY: (kilowatts: number) => number
}

/** Energy from the grid upwards, and energy into it downwards. */
function GridBar({ slot: { importKw, exportKw }, x, width, toY }: GridBarProps) {
  return (
    <>
      {importKw ? (
        <rect
          x={x}
          width={width}
          y={`${toY(importKw)}%`}
          height={`${toY(0) - toY(importKw)}%`}
          className="day-import"
        />
      ) : null}
      {exportKw ? (
        <rect x={x} width={width} y={`${toY(0)}%`} height={`${toY(-exportKw) - toY(0)}%`} className="day-export" />
      ) : null}
    </>
  )
}

/** The battery levels labelled beside the picture. */
const levels = [0, 50, 100]

function LevelScale({ levelY }: { levelY: (level: number) => number }) {
  return (
    <>
      <span>100 %</span>
      {levels.map(level => (
        <span key={level} style={{ top: `${levelY(level)}%` }}>
          {level}
          {level === 100 ? `\u00a0${texts.percent}` : ''}
        </span>
      ))}
    </>
  )
}

/** Every sixth hour of the day, and its end. */
function hourMarks(slots: readonly DaySlot[]): { index: number; hour: string }[] {
  const marks = slots.flatMap(({ startsAt }, index) => {
    const [hour = 0, minute = 0] = formatTime(startsAt).split(':').map(Number)
    return minute === 0 && hour % 6 === 0 ? [{ index, hour: String(hour) }] : []
  })
  return [...marks, { index: slots.length, hour: '24' }]
}

function share(slot: number, slots: readonly DaySlot[]): string {
  return `${((slot / slots.length) * 100).toFixed(3)}%`
}
