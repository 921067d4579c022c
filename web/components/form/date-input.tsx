import type { FieldPath, FieldValues } from 'react-hook-form'
import { BoundField, type BoundProps } from './bound-field.tsx'
import { controlClass } from './control-class.ts'

export interface DateInputProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>
  extends BoundProps<Values, Name, Context, Submitted> {
  /** Earliest and latest date, `YYYY-MM-DD`. */
  min?: string | undefined
  max?: string | undefined
  nullable?: boolean | undefined
}

/** A calendar date (`YYYY-MM-DD`) in the native date field. */
export function DateInput<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  min,
  max,
  nullable = false,
  ...rest
}: DateInputProps<Values, Name, Context, Submitted>) {
  return (
    <BoundField {...rest}>
      {(control, field) => (
        <input
          {...control}
          ref={field.ref}
          name={field.name}
          type="date"
          min={min}
          max={max}
          value={field.value ?? ''}
          onChange={event => field.onChange(nullable && event.target.value === '' ? null : event.target.value)}
          onBlur={field.onBlur}
          disabled={rest.disabled}
          className={controlClass('tabular max-w-52')}
        />
      )}
    </BoundField>
  )
}
