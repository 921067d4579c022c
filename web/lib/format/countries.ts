import { formatCountry } from './format.ts'

/** ISO 3166 codes to choose from: the nearest first, then the rest of the European Union and its neighbours. */
const codes = [
  ...['DE', 'AT', 'CH'],
  ...['BE', 'BG', 'DK', 'EE', 'FI', 'FR', 'GR', 'IE', 'IS', 'IT', 'HR', 'LV', 'LI', 'LT', 'LU', 'MT', 'NL', 'NO'],
  ...['PL', 'PT', 'RO', 'SE', 'SK', 'SI', 'ES', 'CZ', 'HU', 'GB', 'CY'],
]

/** The countries to choose from by their German names, plus the current one if it is missing. */
export function countryChoices(current: string): { value: string; label: string }[] {
  const offered = current === '' || codes.includes(current) ? codes : [...codes, current]
  return offered.map(value => ({ value, label: formatCountry(value) }))
}
