export interface ProgressBarProps {
  label: string
  value: number
  max: number
  /** The progress as text: `Schritt 2 von 4`. */
  text: string
}

/** Progress of a task with a known end. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(max, 1)}
      aria-valuenow={value}
      aria-valuetext={text}
      className="h-2.5 overflow-clip rounded-full border border-field-border bg-sunken"
    >
      <div
        data-graphic=""
        className="h-full bg-graphic"
        style={{ width: `${max > 0 ? Math.min(value / max, 1) * 100 : 0}%` }}
      />
    </div>
  )
}
