/** German labels of an invoice's status. A value of a newer server is 'unknown' and never crashes. */

import type { Invoice } from '#contract/invoices.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

export type Standing = keyof typeof invoiceTexts.standing

type Standings = { kind: string; state: string; paid: boolean; overdue: boolean }

/** State, payment and due date as one word. A cancellation is never paid: nothing is due. */
export function standingOf({ kind, state, paid, overdue }: Standings): Standing {
  switch (state) {
    case 'draft':
      return 'draft'
    case 'cancelled':
      return 'cancelled'
    case 'issued':
      if (kind === 'cancellation') return 'cancellation'
      return paid ? 'paid' : overdue ? 'overdue' : 'unpaid'
    default:
      return 'unknown'
  }
}

/** The search's one word for the state of an issued invoice. */
const issuedStates = new Set(['paid', 'unpaid', 'overdue', 'cancellation'])

/** The same for a result of the search, whose state is one word. */
export function standingOfHit(state: string): Standing {
  return standingOf({
    kind: state,
    state: issuedStates.has(state) ? 'issued' : state,
    paid: state === 'paid',
    overdue: state === 'overdue',
  })
}

export const standingLooks: StateLooks<Exclude<Standing, 'unknown'>> = {
  looks: {
    draft: ['grey', 'dashed'],
    unpaid: ['blue', 'half'],
    overdue: ['red', 'clock'],
    paid: ['green', 'check'],
    cancelled: ['grey', 'cross'],
    cancellation: ['grey', 'dash'],
  },
  text: standing => invoiceTexts.standing[standing as Standing], // `standingOf` returns nothing else.
}

/** The kind of document with its number. */
export function namedBy({ kind }: { kind: string }, number: string): string {
  return kind === 'cancellation' ? invoiceTexts.namedCancellation(number) : invoiceTexts.named(number)
}

/** When an invoice is due or was paid, as text: `fällig in 5 Tagen`. Empty for a draft and a cancellation. */
export function dueText(
  { kind, state, paid, paidDate, dueDate }: Pick<Invoice, 'kind' | 'paid' | 'paidDate' | 'dueDate'> & { state: string },
  today: string = berlinDate(),
): string {
  const texts = invoiceTexts.due
  if (state !== 'issued' || kind === 'cancellation') return ''
  if (paid) return paidDate === null ? '' : texts.paidOn(paidDate)
  if (dueDate === null) return ''
  const days = daysBetween(today, dueDate)
  if (days > 60) return texts.on(dueDate)
  if (days > 1) return texts.inDays(days)
  if (days === 1) return texts.tomorrow
  if (days === 0) return texts.today
  return days === -1 ? texts.yesterday : texts.sinceDays(-days)
}

/** Whole days from one calendar date to another. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
