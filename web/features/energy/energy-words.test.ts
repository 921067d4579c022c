import { expect, test } from 'vitest'
import { energyNumber, energyText } from './energy-words.ts'

test('an energy is the same figure with its unit and below a header with the unit', () => {
  expect(energyText(20.325)).toBe('20,33\u00a0kWh')
  expect(energyNumber(20.325)).toBe('20,33')
  expect([energyText(null), energyNumber(null)]).toEqual(['–', '–'])
})

test('a figure too long for a phone is shown in gigawatt-hours', () => {
  expect(energyText(9_999_999.99)).toBe('9.999.999,99\u00a0kWh')
  expect(energyText(340_000_000)).toBe('340,00\u00a0GWh')
})
