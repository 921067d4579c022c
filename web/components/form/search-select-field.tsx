import { useState } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import type { BoundProps } from './bound-field.tsx'
import { SearchSelect, type SearchSelectProps } from './search-select.tsx'
import type { SearchOption } from './use-search-options.ts'

export interface SearchSelectFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>
  extends BoundProps<Values, Name, Context, Submitted>,
    Pick<SearchSelectProps, 'options' | 'loadOptions'> {
  /** The label of the initial value, if the options are remote. */
  initialOption?: SearchOption | undefined
}

/** A select with search in a form. Its value is the chosen option's `value`, or null. */
export function SearchSelectField<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  control,
  name,
  options,
  initialOption,
  ...rest
}: SearchSelectFieldProps<Values, Name, Context, Submitted>) {
  const { field, fieldState } = useController<Values, Name, Submitted>({ control, name })
  const [chosen, setChosen] = useState<SearchOption | undefined>(initialOption)
  const value: string | null = field.value ?? null
  const selected = [chosen, initialOption, ...(options ?? [])].find(option => option?.value === value) ?? null
  return (
    <SearchSelect
      {...rest}
      options={options}
      error={fieldState.error?.message}
      selected={selected}
      inputRef={field.ref}
      onBlur={field.onBlur}
      onSelect={option => {
        setChosen(option ?? undefined)
        field.onChange(option?.value ?? null)
      }}
    />
  )
}
