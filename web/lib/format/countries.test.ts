import { expect, test } from 'vitest'
import { countryChoices } from './countries.ts'

test('Germany comes first, by its German name', () => {
  expect(countryChoices('DE')[0]).toEqual({ value: 'DE', label: 'Deutschland' })
})

test('a stored country is always offered, even if it is not in the list', () => {
  expect(countryChoices('NZ').at(-1)).toEqual({ value: 'NZ', label: 'Neuseeland' })
  expect(countryChoices('DE').some(({ value }) => value === 'NZ')).toBe(false)
})
