import { type ReactNode, useId } from 'react'
import { classNames } from '#web/components/display/class-names.ts'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { validationText } from '#web/texts/form-validation.texts.ts'
import { useFormStateContext } from './form-context.ts'

export interface FieldProps {
  label: ReactNode
  /** Below the field: the expected input and the reason. */
  hint?: ReactNode
  /** A validation key or a sentence. */
  error?: string | undefined
  required?: boolean | undefined
  /** Hides the label visually; screen readers still read it. */
  labelHidden?: boolean | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Props that a field's control spreads onto its element. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** Label, control, hint and error, connected for assistive technology. */
export function Field({ label, hint, error, required = false, labelHidden = false, className, children }: FieldProps) {
  const id = useId()
  const { hasRequiredMarks } = useFormStateContext()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames('grid min-w-0 content-start gap-1.5', className)}>
      <label
        htmlFor={id}
        className={classNames(
          labelHidden ? 'sr-only' : 'justify-self-start text-label font-medium',
          required && hasRequiredMarks && 'required-mark',
        )}
      >
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error ? <FieldError id={`${id}-error`} error={error} /> : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-muted">
          {unbroken(hint)}
        </p>
      ) : null}
    </div>
  )
}

/** The error of a field, for parts with a frame of their own. */
export function FieldError({ id, error }: { id: string; error: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small font-medium text-red">
      <svg viewBox="0 0 16 16" aria-hidden="true" className="mt-0.5 size-4 shrink-0">
        <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.75" />
        <path d="M8 4.25v4.5M8 11.25v.5" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
      <span>{validationText(error)}</span>
    </p>
  )
}
