import { type ComponentProps, useId } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { BoundField, type BoundProps } from './bound-field.tsx'
import { controlClass } from './control-class.ts'

type InputAttributes = Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'placeholder' | 'inputMode' | 'maxLength' | 'readOnly'
>

export interface TextInputProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>
  extends BoundProps<Values, Name, Context, Submitted>,
    InputAttributes {
  type?: 'text' | 'email' | 'tel' | 'url' | undefined
  /** For keys, addresses and numbers that are read character by character. */
  monospace?: boolean | undefined
  /** Suggestions while typing; other input is allowed. */
  suggestions?: readonly string[] | undefined
  /** Empty text becomes null, for fields that may be unset. */
  nullable?: boolean | undefined
}

/** One line of text. */
export function TextInput<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  type = 'text',
  monospace = false,
  nullable = false,
  suggestions,
  autoComplete,
  autoCapitalize,
  spellCheck,
  placeholder,
  inputMode,
  maxLength,
  readOnly,
  ...rest
}: TextInputProps<Values, Name, Context, Submitted>) {
  const listId = useId()
  const attributes = { type, autoComplete, autoCapitalize, spellCheck, placeholder, inputMode, maxLength, readOnly }
  return (
    <BoundField {...rest}>
      {(control, field) => (
        <>
          <input
            {...attributes}
            {...control}
            ref={field.ref}
            name={field.name}
            value={field.value ?? ''}
            onChange={event => field.onChange(nullable && event.target.value === '' ? null : event.target.value)}
            onBlur={field.onBlur}
            disabled={rest.disabled}
            list={suggestions ? listId : undefined}
            className={controlClass(monospace && 'font-mono')}
          />
          {suggestions ? (
            <datalist id={listId}>
              {suggestions.map(suggestion => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </BoundField>
  )
}
