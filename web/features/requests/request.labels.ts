/** German labels of requests. A value of a newer server is 'unknown' and never crashes. */

import { requestPriorities } from '#contract/lists.ts'
import type { RequestPriority, RequestState } from '#contract/requests.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import type { Choice } from '#web/components/form/native-select.tsx'
import { wordOf } from '#web/lib/format/word-of.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

export const priorityChoices: readonly Choice[] = requestPriorities.map(value => ({
  value,
  label: requestTexts.priorities[value],
}))

export function priorityText(priority: string): string {
  return wordOf(requestTexts.priorities, priority) ?? requestTexts.priorities.unknown
}

export function stateText(state: string): string {
  return wordOf(requestTexts.states, state) ?? requestTexts.states.unknown
}

export const requestLooks: StateLooks<RequestState> = {
  looks: { open: ['blue', 'dashed'], accepted: ['green', 'check'], declined: ['grey', 'cross'] },
  text: stateText,
}

export const priorityLooks: StateLooks<RequestPriority> = {
  looks: { low: ['grey', 'down'], medium: ['grey', 'dash'], high: ['amber', 'up'] },
  text: priorityText,
}
