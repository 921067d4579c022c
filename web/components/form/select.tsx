import type { FieldPath, FieldValues } from 'react-hook-form'
import { commonTexts } from '#web/texts/common.texts.ts'
import { BoundField, type BoundProps } from './bound-field.tsx'
import { type Choice, NativeSelect } from './native-select.tsx'

export interface SelectProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>
  extends BoundProps<Values, Name, Context, Submitted> {
  choices: readonly Choice[]
  /** Adds an empty option with this label; its value is null if `nullable`, otherwise an empty text. */
  emptyLabel?: string | undefined
  nullable?: boolean | undefined
}

/** A choice of a few fixed values. For many or remote ones use `SearchSelectField`. */
export function Select<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  choices,
  emptyLabel,
  nullable = false,
  ...rest
}: SelectProps<Values, Name, Context, Submitted>) {
  return (
    <BoundField {...rest}>
      {(control, field) => {
        const value: string = field.value ?? ''
        const isUnset = value === '' && !choices.some(choice => choice.value === '')
        const emptyChoice = emptyLabel ?? (isUnset ? commonTexts.noSelection : undefined)
        return (
          <NativeSelect
            {...control}
            ref={field.ref}
            name={field.name}
            value={value}
            onValueChange={chosen => field.onChange(nullable && chosen === '' ? null : chosen)}
            onBlur={field.onBlur}
            disabled={rest.disabled}
            choices={emptyChoice === undefined ? choices : [{ value: '', label: emptyChoice }, ...choices]}
          />
        )
      }}
    </BoundField>
  )
}
