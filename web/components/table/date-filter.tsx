import { controlClass } from '#web/components/form/control-class.ts'
import { Field } from '#web/components/form/field.tsx'

export interface DateFilterProps {
  label: string
  /** `YYYY-MM-DD`; undefined for any day. */
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (date: string | undefined) => void
}

/** The first or last day of a period, for a `FilterBar`. */
export function DateFilter({ label, value, min, max, onChange }: DateFilterProps) {
  return (
    <Field label={label} className="filter-day">
      {control => (
        <input
          {...control}
          type="date"
          value={value ?? ''}
          min={min}
          max={max}
          onChange={event => onChange(event.target.value || undefined)}
          className={controlClass('tabular')}
        />
      )}
    </Field>
  )
}
