import './radio-cards.css'
import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

export interface RadioCard<Value extends string> {
  value: Value
  label: string
  hint?: string | undefined
  icon?: ReactNode
}

export interface RadioCardsProps<Values extends FieldValues, Name extends FieldPath<Values>, Value extends string> {
  control: Control<Values>
  name: Name
  label: string
  cards: readonly RadioCard<Value>[]
  onChosen?: ((value: Value) => void) | undefined
}

/** A choice of a few options that each need a sentence of explanation. */
export function RadioCards<Values extends FieldValues, Name extends FieldPath<Values>, Value extends string>(
  props: RadioCardsProps<Values, Name, Value>,
) {
  const { control, name, label, cards, onChosen } = props
  const { field } = useController<Values, Name>({ control, name })
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-label font-medium">{label}</legend>
      {cards.map(card => (
        <label key={card.value} className="radio-card">
          <input
            type="radio"
            name={field.name}
            value={card.value}
            checked={field.value === card.value}
            onChange={() => {
              field.onChange(card.value)
              onChosen?.(card.value)
            }}
          />
          {card.icon}
          <span className="min-w-0">
            <span className="block text-label font-semibold">{card.label}</span>
            {card.hint ? <span className="block text-small text-muted">{card.hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
