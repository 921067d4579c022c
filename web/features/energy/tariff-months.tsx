import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { FieldError } from '#web/components/form/field.tsx'
import { energyTariffTexts } from '#web/texts/energy-tariffs.texts.ts'
import { allMonths, type TariffValues } from './tariff-values.ts'

interface TariffMonthsProps {
  control: Control<TariffValues>
  name: `windows.${number}.months`
}

/** The quarters of the year in which a window applies; single months if the stored ones are not quarters. */
export function TariffMonths({ control, name }: TariffMonthsProps) {
  const { field, fieldState } = useController({ control, name })
  const id = useId()
  const chosen: readonly number[] = field.value
  const error = fieldState.error?.message
  const parts = isOfQuarters(chosen)
    ? texts.quarters.map((label, index) => ({ label, months: monthsOf(index) }))
    : texts.monthNames.map((label, index) => ({ label, months: [index + 1] }))
  function set(months: readonly number[], isOn: boolean) {
    const others = chosen.filter(month => !months.includes(month))
    field.onChange([...others, ...(isOn ? months : [])].sort((one, other) => one - other))
  }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-label font-medium">{texts.months}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {parts.map(({ label, months }, index) => (
          <Checkbox
            key={label}
            ref={index === 0 ? field.ref : undefined}
            label={label}
            checked={months.every(month => chosen.includes(month))}
            onCheckedChange={isOn => set(months, isOn)}
            onBlur={field.onBlur}
            aria-invalid={error ? true : undefined}
          />
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`} error={error} /> : null}
    </fieldset>
  )
}

const texts = energyTariffTexts
const monthsOf = (quarter: number) => allMonths.slice(quarter * 3, quarter * 3 + 3)

function isOfQuarters(months: readonly number[]): boolean {
  return [0, 1, 2, 3].every(quarter => {
    const held = monthsOf(quarter).filter(month => months.includes(month)).length
    return held === 0 || held === 3
  })
}

/** The quarters or months as words. */
export function monthWords(months: readonly number[]): string {
  const names = isOfQuarters(months)
    ? texts.quarters.filter((_, quarter) => monthsOf(quarter).every(month => months.includes(month)))
    : texts.monthNames.filter((_, index) => months.includes(index + 1))
  return names.join(', ')
}
