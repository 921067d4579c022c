/** A visitor's house and its answer in German. */
import { formatNumber } from '#web/lib/format/format-number.ts'
import { whatIfTexts } from '#web/texts/what-if.texts.ts'
import { resultOf, type WhatIfAnswer } from './what-if-answer.ts'
import { type SliderName, sliderNames, type WhatIfHouse } from './what-if-house.ts'

const texts = whatIfTexts

export function sliderText(name: SliderName, value: number): string {
  if (name === 'departure') return texts.hour(value)
  if (value === 0)
    return { pvKwp: texts.none, batteryKwh: texts.noBattery, carKwh: texts.noCar, heatKwh: texts.none }[name]
  return name === 'pvKwp' ? texts.peak(formatNumber(value)) : texts.energy(formatNumber(value))
}

/** Each input on its own line. */
export function houseLines(house: WhatIfHouse): string {
  return [
    `${texts.day}: ${texts.days[house.day]}`,
    `${texts.tariff}: ${texts.tariffs[house.tariff]}`,
    ...sliderNames.map(name => `${texts.sliders[name]}: ${sliderText(name, house[name])}`),
  ]
    .map(line => `- ${line}`)
    .join('\n')
}

/** PowerMaster's saving against self-use, beside the possible one; states if the day costs more. */
export function savingText(answer: Pick<WhatIfAnswer, 'results'>): string {
  const selfUse = resultOf(answer, 'self_use').eur
  const saved = selfUse - resultOf(answer, 'optimiser').eur
  const possible = formatNumber(Math.max(0, selfUse - resultOf(answer, 'bound').eur), 2, 2)
  if (Math.abs(saved) < 0.005) return texts.same
  const eur = formatNumber(Math.abs(saved), 2, 2)
  return saved > 0 ? texts.saves(eur, possible) : texts.costsMore(eur, possible)
}
