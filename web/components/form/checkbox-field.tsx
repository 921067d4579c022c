import { useId } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { validationText } from '#web/texts/form-validation.texts.ts'
import type { BoundProps } from './bound-field.tsx'
import { Checkbox } from './checkbox.tsx'

/** A checkbox in a form. */
export function CheckboxField<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  control,
  name,
  label,
  hint,
  required = false,
  disabled = false,
  className,
}: Omit<BoundProps<Values, Name, Context, Submitted>, 'labelHidden'>) {
  const id = useId()
  const { field, fieldState } = useController<Values, Name, Submitted>({ control, name })
  const error = fieldState.error?.message
  return (
    <div className={className}>
      <Checkbox
        ref={field.ref}
        name={field.name}
        label={label}
        checked={field.value === true}
        onCheckedChange={field.onChange}
        onBlur={field.onBlur}
        disabled={disabled}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      />
      {error ? (
        <p id={`${id}-error`} className="pl-9 text-small font-medium text-red">
          {validationText(error)}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="pl-9 text-small text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
