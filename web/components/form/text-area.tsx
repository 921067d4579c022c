import type { FieldPath, FieldValues } from 'react-hook-form'
import { BoundField, type BoundProps } from './bound-field.tsx'
import { controlClass } from './control-class.ts'

export interface TextAreaProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>
  extends BoundProps<Values, Name, Context, Submitted> {
  /** Initial height in lines; grows with the text. */
  rows?: number | undefined
  placeholder?: string | undefined
  maxLength?: number | undefined
  monospace?: boolean | undefined
  nullable?: boolean | undefined
}

/** Several lines of text. */
export function TextArea<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  rows = 4,
  placeholder,
  maxLength,
  monospace = false,
  nullable = false,
  ...rest
}: TextAreaProps<Values, Name, Context, Submitted>) {
  return (
    <BoundField {...rest}>
      {(control, field) => (
        <textarea
          {...control}
          ref={field.ref}
          name={field.name}
          rows={rows}
          placeholder={placeholder}
          maxLength={maxLength}
          value={field.value ?? ''}
          onChange={event => field.onChange(nullable && event.target.value === '' ? null : event.target.value)}
          onBlur={field.onBlur}
          disabled={rest.disabled}
          className={controlClass('grow-with-text resize-y', monospace && 'font-mono')}
          style={{ minHeight: `calc(${rows} * 1.55em + 1.125rem)` }}
        />
      )}
    </BoundField>
  )
}
