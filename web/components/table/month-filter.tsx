import { Field } from '#web/components/form/field.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { formatLongMonth } from '#web/lib/format/format.ts'
import { latestMonths } from '#web/lib/format/latest-months.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

interface MonthFilterProps {
  label: string
  /** `YYYY-MM`; undefined for any month. */
  value: string | undefined
  onChange: (month: string | undefined) => void
}

/** One of the last twelve months, or the one that a link has set, for a `FilterBar`. */
export function MonthFilter({ label, value, onChange }: MonthFilterProps) {
  const months = [...new Set([...latestMonths(12), ...(value ? [value] : [])])].toSorted().toReversed()
  return (
    <Field label={label} className="filter-month">
      {control => (
        <NativeSelect
          {...control}
          value={value ?? ''}
          onValueChange={month => onChange(month || undefined)}
          choices={[
            { value: '', label: commonTexts.all },
            ...months.map(month => ({ value: month, label: formatLongMonth(month) })),
          ]}
        />
      )}
    </Field>
  )
}
