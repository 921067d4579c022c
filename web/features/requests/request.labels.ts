/** German labels of requests. A value of a newer server is 'unknown' and never crashes. */

import { requestPriorities } from '#contract/lists.ts'
import type { Choice } from '#web/components/form/native-select.tsx'
import { requestTexts } from '#web/texts/requests.texts.ts'

export const priorityChoices: readonly Choice[] = requestPriorities.map(value => ({
  value,
  label: requestTexts.priorities[value],
}))

export function priorityText(priority: string): string {
  return wordOf(requestTexts.priorities, priority)
}

export function stateText(state: string): string {
  return wordOf(requestTexts.states, state)
}

function wordOf(words: Readonly<Record<string, string>> & { readonly unknown: string }, key: string): string {
  return (Object.hasOwn(words, key) ? words[key] : undefined) ?? words.unknown
}
