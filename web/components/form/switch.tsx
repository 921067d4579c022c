import './switch.css'
import { type ReactNode, useId } from 'react'
import { unbroken } from '#web/components/display/unbroken.tsx'

export interface SwitchProps {
  label: ReactNode
  /** Explains the effect and the current state. */
  hint?: ReactNode
  checked: boolean
  /** Takes effect at once; ignores further clicks while busy. */
  onCheckedChange: (checked: boolean) => void
  busy?: boolean | undefined
  disabled?: boolean | undefined
}

/** On or off, saved at once. In a form that is saved as a whole use `CheckboxField`. */
export function Switch({ label, hint, checked, onCheckedChange, busy = false, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <label htmlFor={id} className="py-0.5 font-semibold">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-label text-muted">
            {unbroken(hint)}
          </p>
        ) : null}
      </div>
      <span className="grid min-h-11 place-items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-busy={busy || undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={event => {
            if (!busy) onCheckedChange(event.target.checked)
          }}
          className="switch"
        />
      </span>
    </div>
  )
}
