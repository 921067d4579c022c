/** IBANs (ISO 13616). */

/** Check digits by ISO 7064 mod 97-10, of the number without spaces; also false for input that is not in IBAN form. */
export function hasValidCheckDigits(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map(character => Number.parseInt(character, 36)).join('')
  // Up to 68 digits: a number would round them.
  return BigInt(digits) % 97n === 1n
}
