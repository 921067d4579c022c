import './radio-group.css'
import { type ReactNode, useId } from 'react'

export interface RadioGroupProps<Value extends string> {
  legend: ReactNode
  choices: readonly { value: Value; label: string; hint?: string | undefined }[]
  value: Value
  onValueChange: (value: Value) => void
  busy?: boolean | undefined
  disabled?: boolean | undefined
}

/** A choice of a few options, all of them visible. */
export function RadioGroup<Value extends string>({
  legend,
  choices,
  value,
  onValueChange,
  busy = false,
  disabled = false,
}: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset disabled={disabled} aria-busy={busy || undefined}>
      <legend className="text-label font-medium">{legend}</legend>
      <div className="mt-1">
        {choices.map(choice => (
          <div key={choice.value} className="flex items-start gap-3 py-1">
            <span className="grid min-h-9 place-items-center">
              <input
                id={`${id}-${choice.value}`}
                type="radio"
                name={id}
                value={choice.value}
                checked={choice.value === value}
                onChange={() => {
                  if (!busy) onValueChange(choice.value)
                }}
                aria-describedby={choice.hint ? `${id}-${choice.value}-hint` : undefined}
                className="radio"
              />
            </span>
            <div className="grid min-w-0 py-1.5">
              <label htmlFor={`${id}-${choice.value}`} className="text-label">
                {choice.label}
              </label>
              {choice.hint ? (
                <p id={`${id}-${choice.value}-hint`} className="text-small text-muted">
                  {choice.hint}
                </p>
              ) : null}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
