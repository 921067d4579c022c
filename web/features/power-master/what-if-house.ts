/** A visitor's settings on the page of PowerMaster, and their form in the address. */
import { type MarketDayName, marketDayNames } from './market-days.ts'

export const tariffNames = ['fixed', 'dynamic', 'module3'] as const
export type TariffName = (typeof tariffNames)[number]

/** `heat` is the heat of a winter's day in kWh, `departure` an hour of the day; 0 means: none in this house. */
export type WhatIfHouse = {
  day: MarketDayName
  tariff: TariffName
  pvKwp: number
  batteryKwh: number
  carKwh: number
  departure: number
  heatKwh: number
}

export type Slider = { min: number; max: number; step: number }

export const sliders = {
  pvKwp: { min: 0, max: 20, step: 0.5 },
  batteryKwh: { min: 0, max: 20, step: 1 },
  carKwh: { min: 0, max: 40, step: 2 },
  departure: { min: 6, max: 22, step: 1 },
  heatKwh: { min: 0, max: 60, step: 5 },
} as const satisfies Record<string, Slider>

export type SliderName = keyof typeof sliders
// The names of the table above.
export const sliderNames = Object.keys(sliders) as readonly SliderName[]

export const usualHouse: WhatIfHouse = {
  day: 'sunny',
  tariff: 'dynamic',
  pvKwp: 9,
  batteryKwh: 10,
  carKwh: 20,
  departure: 14,
  heatKwh: 0,
}

/** The names in the address. */
const addressNames = {
  day: 'day',
  tariff: 'tariff',
  pvKwp: 'pv',
  batteryKwh: 'battery',
  carKwh: 'car',
  departure: 'departure',
  heatKwh: 'heat',
} as const satisfies Record<keyof WhatIfHouse, string>

/** An address is never trusted: missing or impossible values take the usual ones. */
export function houseOf(search: Readonly<Record<string, unknown>>): WhatIfHouse {
  const number = (name: SliderName) => {
    const { min, max, step } = sliders[name]
    const given = search[addressNames[name]]
    const value = typeof given === 'string' && /^\d{1,2}(\.\d)?$/.test(given) ? Number(given) : Number.NaN
    return value >= min && value <= max && Number.isInteger(value / step) ? value : usualHouse[name]
  }
  return {
    day: marketDayNames.find(name => name === search[addressNames.day]) ?? usualHouse.day,
    tariff: tariffNames.find(name => name === search[addressNames.tariff]) ?? usualHouse.tariff,
    pvKwp: number('pvKwp'),
    batteryKwh: number('batteryKwh'),
    carKwh: number('carKwh'),
    departure: number('departure'),
    heatKwh: number('heatKwh'),
  }
}

/** All inputs, so that the same link shows the same day even if the usual values change. */
export function searchOf(house: WhatIfHouse): Record<string, string> {
  return {
    [addressNames.day]: house.day,
    [addressNames.tariff]: house.tariff,
    ...Object.fromEntries(sliderNames.map(name => [addressNames[name], String(house[name])])),
  }
}
