import type { FieldPath, FieldValues } from 'react-hook-form'
import { NumberInput, type NumberInputProps } from './number-input.tsx'

/** An amount in EUR. */
export function MoneyInput<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>(
  props: Omit<NumberInputProps<Values, Name, Context, Submitted>, 'decimals' | 'unit'>,
) {
  return <NumberInput {...props} decimals={2} unit="€" />
}
