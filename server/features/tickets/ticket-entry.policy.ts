/**
 * Permissions of an actor on visible entries: an invoiced one is immutable, a customer changes only untouched wishes.
 */
import type { ErrorCode } from '#contract/errors.ts'
import type { Progress } from '#contract/progress.ts'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import { type Actor, isAdmin, isImpersonating } from '#server/auth/actor.ts'

export type EntryFacts = {
  created_by: 'customer' | 'admin'
  progress: Progress
  invoice_id: string | null
  minutes: number
  extra_cents: number
  /** Whether time was ever measured on it, billed or not. */
  isMeasured: boolean
}

/** Why the entry cannot be changed or deleted; null when it can. */
export function entryChangeRefusal(actor: Actor, entry: EntryFacts): ErrorCode | null {
  if (isImpersonating(actor)) return 'as_user.read_only'
  if (!isAdmin(actor) && entry.created_by !== 'customer') return 'ticket_entry.not_own'
  if (entry.invoice_id !== null) return 'ticket_entry.invoiced'
  const isWorkedOn = entry.minutes > 0 || entry.extra_cents > 0 || entry.isMeasured
  return !isAdmin(actor) && isWorkedOn ? 'ticket_entry.already_worked_on' : null
}

export function entryPermissionsOf(actor: Actor, entry: EntryFacts): TicketEntry['permissions'] {
  if (entryChangeRefusal(actor, entry) !== null) return []
  if (!isAdmin(actor)) return ['update', 'delete']
  const permissions: TicketEntry['permissions'] = ['update', 'bill', 'delete']
  if (entry.progress === 'finished') permissions.push('invoice')
  if (actor.kind === 'user') permissions.push('startTimer')
  return permissions
}
