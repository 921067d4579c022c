import { customerKinds } from '#contract/lists.ts'
import type { Choice } from '#web/components/form/native-select.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'

export const customerKindChoices: readonly Choice[] = customerKinds.map(value => ({
  value,
  label: customerTexts.kinds[value],
}))

/** A kind of a newer server is 'unknown'. */
export function customerKindText(kind: string): string {
  const words: Readonly<Record<string, string>> = customerTexts.kinds
  return (Object.hasOwn(words, kind) ? words[kind] : undefined) ?? customerTexts.unknownKind
}
