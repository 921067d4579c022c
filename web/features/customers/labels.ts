import { customerKinds } from '#contract/customers.ts'
import type { Choice } from '#web/components/native-select.tsx'
import { countryTexts } from '#web/texts/countries.ts'
import { customerTexts } from '#web/texts/customers.ts'

export const customerKindChoices: readonly Choice[] = customerKinds.map(value => ({
  value,
  label: customerTexts.kinds[value],
}))

/** A kind of a newer server is 'unknown'. */
export function customerKindText(kind: string): string {
  const words: Readonly<Record<string, string>> = customerTexts.kinds
  return (Object.hasOwn(words, kind) ? words[kind] : undefined) ?? customerTexts.unknownKind
}

/** The country's German name; a code we have no name for stays a code. */
export function countryText(code: string): string {
  return countryTexts[code] ?? code
}

/** All countries we can name, and the one that is set even if we cannot. */
export function countryChoices(current: string): readonly Choice[] {
  const known = Object.entries(countryTexts).map(([value, label]) => ({ value, label }))
  return current === '' || current in countryTexts ? known : [...known, { value: current, label: current }]
}
