import { formatCountry } from './format.ts'

export type PostalAddress = { street: string; zip: string; city: string; country: string }

/** The lines of a postal address without empty parts; includes the country only outside Germany. */
export function addressLines({ street, zip, city, country }: PostalAddress): string[] {
  const lines = [street, [zip, city].filter(Boolean).join(' ')].filter(Boolean)
  return lines.length > 0 && country !== 'DE' ? [...lines, formatCountry(country)] : lines
}

/** A map search for the address. Only a click sends the address, and without a referrer. */
export function mapHref(lines: readonly string[]): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: lines.join(', ') })}`
}
