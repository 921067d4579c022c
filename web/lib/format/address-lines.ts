import { formatCountry } from './format.ts'

export type PostalAddress = { street: string; zip: string; city: string; country: string }

/** A postal address line by line, without the parts that are empty; the country only where it is not Germany. */
export function addressLines({ street, zip, city, country }: PostalAddress): string[] {
  const lines = [street, [zip, city].filter(Boolean).join(' ')].filter(Boolean)
  return lines.length > 0 && country !== 'DE' ? [...lines, formatCountry(country)] : lines
}

/** Where a map shows it. The address leaves with the click, not before, and without the page it was clicked on. */
export function mapHref(lines: readonly string[]): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: lines.join(', ') })}`
}
