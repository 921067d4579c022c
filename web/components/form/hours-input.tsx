import type { FieldPath, FieldValues } from 'react-hook-form'
import { formatHours, formatWorkTime } from '#web/lib/format/format.ts'
import { parseHours } from '#web/lib/format/hours.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { NumberInput, type NumberInputProps } from './number-input.tsx'

/** Working time in hours, typed as `1,5`, `1:30`, `90m` or `1h30`. Shows the parsed value below while typing. */
export function HoursInput<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>(
  props: Omit<
    NumberInputProps<Values, Name, Context, Submitted>,
    'decimals' | 'unit' | 'parse' | 'reading' | 'nullable'
  >,
) {
  return <NumberInput {...props} decimals={2} unit={commonTexts.hours.unit} parse={parseHours} reading={readingOf} />
}

function readingOf(hours: number): string {
  return commonTexts.hours.reading(formatHours(hours), formatWorkTime(hours))
}
