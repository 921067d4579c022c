import type { FieldPath, FieldValues } from 'react-hook-form'
import { hours } from '#contract/fields.ts'
import { HoursInput } from '#web/components/form/hours-input.tsx'
import type { NumberInputProps } from '#web/components/form/number-input.tsx'

/** The hours of an entry. Shows the contract's errors on blur. */
export function EntryHoursInput<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>(
  props: Omit<
    NumberInputProps<Values, Name, Context, Submitted>,
    'decimals' | 'unit' | 'parse' | 'reading' | 'nullable' | 'check'
  >,
) {
  return <HoursInput {...props} check={problemOf} />
}

function problemOf(value: number | null): string | undefined {
  return hours.safeParse(value).error?.issues[0]?.message
}
