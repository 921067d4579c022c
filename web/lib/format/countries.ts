import { formatCountry } from './format.ts'

/** ISO 3166 codes an address may choose from: the nearest first, then the rest of the European Union and around it. */
const codes = [
  ...['DE', 'AT', 'CH'],
  ...['BE', 'BG', 'DK', 'EE', 'FI', 'FR', 'GR', 'IE', 'IS', 'IT', 'HR', 'LV', 'LI', 'LT', 'LU', 'MT', 'NL', 'NO'],
  ...['PL', 'PT', 'RO', 'SE', 'SK', 'SI', 'ES', 'CZ', 'HU', 'GB', 'CY'],
]

/** The countries to choose from by their German names, and the one that is set even if it is none of them. */
export function countryChoices(current: string): { value: string; label: string }[] {
  const offered = current === '' || codes.includes(current) ? codes : [...codes, current]
  return offered.map(value => ({ value, label: formatCountry(value) }))
}
