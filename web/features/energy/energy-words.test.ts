import { expect, test } from 'vitest'
import { energyNumber, energyText } from './energy-words.ts'

test('an energy is the same figure with its unit and below a header with the unit', () => {
  expect(energyText(20.325)).toBe('20,33\u00a0kWh')
  expect(energyNumber(20.325)).toBe('20,33')
  expect([energyText(null), energyNumber(null)]).toEqual(['–', '–'])
})
