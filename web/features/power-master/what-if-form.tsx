import { useId } from 'react'
import { RadioGroup } from '#web/components/form/radio-group.tsx'
import { whatIfTexts } from '#web/texts/what-if.texts.ts'
import { marketDayNames } from './market-days.ts'
import { sliderText } from './what-if.labels.ts'
import { type SliderName, sliderNames, sliders, tariffNames, type WhatIfHouse } from './what-if-house.ts'

const texts = whatIfTexts

export interface WhatIfFormProps {
  house: WhatIfHouse
  onChange: (part: Partial<WhatIfHouse>) => void
}

export function WhatIfForm({ house, onChange }: WhatIfFormProps) {
  return (
    <form
      aria-label={texts.form}
      className="grid gap-5 rounded-panel border border-hairline bg-surface p-5 sm:p-6"
      onSubmit={event => event.preventDefault()}
    >
      <RadioGroup
        legend={texts.day}
        choices={marketDayNames.map(value => ({ value, label: texts.days[value] }))}
        value={house.day}
        onValueChange={day => onChange({ day })}
      />
      {sliderNames.map(name => (
        <SliderField key={name} name={name} value={house[name]} onChange={value => onChange({ [name]: value })} />
      ))}
      <RadioGroup
        legend={texts.tariff}
        choices={tariffNames.map(value => ({ value, label: texts.tariffs[value] }))}
        value={house.tariff}
        onValueChange={tariff => onChange({ tariff })}
      />
    </form>
  )
}

interface SliderFieldProps {
  name: SliderName
  value: number
  onChange: (value: number) => void
}

function SliderField({ name, value, onChange }: SliderFieldProps) {
  const id = useId()
  const text = sliderText(name, value)
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-4 text-label">
        <label htmlFor={id} className="font-medium">
          {texts.sliders[name]}
        </label>
        <span aria-hidden="true" className="tabular">
          {text}
        </span>
      </div>
      <input
        id={id}
        type="range"
        {...sliders[name]}
        value={value}
        aria-valuetext={text}
        onChange={event => onChange(event.target.valueAsNumber)}
        className="what-if-slider"
      />
    </div>
  )
}
