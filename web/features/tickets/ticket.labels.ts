/** German labels of tickets. A value of a newer server is 'unknown' and never crashes. */

import { type Progress, progressSteps } from '#contract/progress.ts'
import { entryTypes } from '#contract/ticket-entries.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import type { Choice } from '#web/components/form/native-select.tsx'
import { wordOf } from '#web/lib/format/word-of.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

export const progressChoices: readonly Choice[] = progressSteps.map(value => ({
  value,
  label: ticketTexts.progress[value],
}))

export const entryTypeChoices: readonly Choice[] = entryTypes.map(value => ({
  value,
  label: ticketTexts.entryTypes[value],
}))

export function progressText(progress: string): string {
  return wordOf(ticketTexts.progress, progress) ?? ticketTexts.progress.unknown
}

export function invoicePaidText(invoicePaid: string | null): string {
  return wordOf(ticketTexts.invoicePaid, invoicePaid ?? 'none') ?? ticketTexts.invoicePaid.unknown
}

export function entryTypeText(type: string): string {
  return wordOf(ticketTexts.entryTypes, type) ?? ticketTexts.unknownType
}

/** The steps adjacent to the current one, earlier first. */
export function neighbouringSteps(progress: Progress): Progress[] {
  const at = progressSteps.indexOf(progress)
  return progressSteps.filter((_, index) => Math.abs(index - at) === 1)
}

export const progressLooks: StateLooks<Progress> = {
  looks: { finished: ['green', 'check'], inProgress: ['amber', 'half'], upcoming: ['blue', 'dashed'] },
  text: progressText,
}

/** Whether a ticket's issued invoices are paid. */
export const invoicePaidLooks: StateLooks<'paid' | 'unpaid' | 'none'> = {
  looks: { paid: ['green', 'check'], unpaid: ['blue', 'half'], none: ['grey', 'dash'] },
  text: invoicePaidText,
}
