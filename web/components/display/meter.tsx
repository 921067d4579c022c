import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export interface MeterProps {
  label: string
  value: number
  max: number
  /** The reading as text, next to the label and as value for screen readers: `412,00 € von 500,00 €`. */
  text: string
  /** Explains the reading, below it: `Noch 88,00 € bis zum Kostenrahmen`. */
  note?: ReactNode
}

/** How much of a limit is used. Amber from 80 %, red from 100 %; the texts state the same. */
export function Meter({ label, value, max, text, note }: MeterProps) {
  const labelId = useId()
  const share = max > 0 ? value / max : 1
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-label">
        <span id={labelId} className="font-semibold">
          {label}
        </span>
        <span className="tabular">{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the native meter cannot be styled with our colours */}
      <div
        role="meter"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
        className="h-2.5 overflow-clip rounded-full border border-field-border bg-sunken"
      >
        <div
          data-graphic=""
          className={classNames('h-full origin-left', fills[levelOf(share)])}
          style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }}
        />
      </div>
      {note ? <p className={classNames('text-small', noteTones[levelOf(share)])}>{note}</p> : null}
    </div>
  )
}

type Level = 'low' | 'near' | 'reached'

function levelOf(share: number): Level {
  if (share >= 1) return 'reached'
  return share >= 0.8 ? 'near' : 'low'
}

const fills: Record<Level, string> = { low: 'bg-graphic', near: 'bg-amber', reached: 'bg-red' }
const noteTones: Record<Level, string> = { low: 'text-muted', near: 'text-amber', reached: 'text-red' }
