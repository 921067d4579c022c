import './switch.css'
import { type ReactNode, useId } from 'react'
import { Spinner } from './spinner.tsx'

export interface SwitchProps {
  label: ReactNode
  /** What it does, below the label. */
  description?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** While the change is being saved; further clicks are ignored. */
  busy?: boolean | undefined
  disabled?: boolean | undefined
  name?: string | undefined
}

/** On or off, taking effect at once. Within a form that is sent use `CheckboxField`. */
export function Switch({ label, description, checked, onCheckedChange, busy = false, disabled, name }: SwitchProps) {
  const descriptionId = useId()
  return (
    <label className="flex min-h-11 items-start justify-between gap-4 py-2">
      <span className="grid gap-0.5">
        <span className="font-medium">{label}</span>
        {description ? (
          <span id={descriptionId} className="text-label text-muted">
            {description}
          </span>
        ) : null}
      </span>
      <span className="relative mt-0.5 inline-flex items-center gap-2">
        {busy ? <Spinner className="absolute right-full mr-2 size-4 text-muted" /> : null}
        <input
          type="checkbox"
          role="switch"
          name={name}
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-busy={busy || undefined}
          aria-describedby={description ? descriptionId : undefined}
          onChange={event => {
            if (!busy) onCheckedChange(event.target.checked)
          }}
          className="switch"
        />
      </span>
    </label>
  )
}
