import type { PublicBusinessProfile } from '#contract/settings.ts'
import { formatCountry } from '#web/lib/format.ts'

/** A postal address line by line, without the parts that are empty; the country only where it is not Germany. */
export function addressLines({ street, zip, city, country }: PublicBusinessProfile['address']): string[] {
  const lines = [street, [zip, city].filter(Boolean).join(' ')].filter(Boolean)
  return lines.length > 0 && country !== 'DE' ? [...lines, formatCountry(country)] : lines
}
