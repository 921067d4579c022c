import type { ReactNode } from 'react'
import { Field } from '#web/components/form/field.tsx'
import { type Choice, NativeSelect } from '#web/components/form/native-select.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

export interface FilterChoice {
  key: string
  label: string
  /** Empty for all. */
  value: string
  onValueChange: (value: string) => void
  choices: readonly Choice[]
  /** Label of the option without a filter. */
  allLabel?: string | undefined
}

interface FilterFieldsProps {
  filters: readonly FilterChoice[]
  extra: ReactNode
  className?: string | undefined
}

/** The selects of a `FilterBar`, in the bar or in its drawer. */
export function FilterFields({ filters, extra, className }: FilterFieldsProps) {
  return (
    <>
      {filters.map(filter => (
        <Field key={filter.key} label={filter.label} className={className}>
          {control => (
            <NativeSelect
              {...control}
              value={filter.value}
              onValueChange={filter.onValueChange}
              choices={[{ value: '', label: filter.allLabel ?? commonTexts.all }, ...filter.choices]}
            />
          )}
        </Field>
      ))}
      {extra}
    </>
  )
}
