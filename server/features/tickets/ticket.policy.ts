/** Permissions of an actor on visible tickets. While impersonating, nothing may be changed. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Progress } from '#contract/progress.ts'
import type { Ticket } from '#contract/tickets.ts'
import { type Actor, effectiveRole, isAdmin, isImpersonating } from '#server/auth/actor.ts'

export type TicketFacts = { progress: Progress; hasInvoicedEntries: boolean }

function canUpdateTicket(actor: Actor): boolean {
  return isAdmin(actor)
}

/** A ceiling is for future work. An admin may still book on a finished ticket, and so change its ceiling. */
export function canSetBudget(actor: Actor, { progress }: { progress: Progress }): boolean {
  if (isImpersonating(actor)) return false
  return isAdmin(actor) || (effectiveRole(actor) === 'customer' && progress !== 'finished')
}

export function canDeleteTicket(actor: Actor, ticket: TicketFacts): boolean {
  return isAdmin(actor) && !ticket.hasInvoicedEntries
}

export function canStartTimer(actor: Actor): boolean {
  return actor.kind === 'user' && isAdmin(actor)
}

/** Files of the ticket; none are served while impersonating. */
function canDownload(actor: Actor): boolean {
  return effectiveRole(actor) !== 'visitor' && !isImpersonating(actor)
}

/** Why an entry cannot be added; null when it can. An admin may still book on a finished ticket. */
export function addEntryRefusal(actor: Actor, ticket: { progress: Progress }): ErrorCode | null {
  if (isImpersonating(actor)) return 'as_user.read_only'
  return !isAdmin(actor) && ticket.progress === 'finished' ? 'ticket.entries_closed' : null
}

export function ticketPermissionsOf(actor: Actor, ticket: TicketFacts): Ticket['permissions'] {
  const permissions: Ticket['permissions'] = []
  if (canUpdateTicket(actor)) permissions.push('update')
  if (canSetBudget(actor, ticket)) permissions.push('updateBudget')
  if (canDeleteTicket(actor, ticket)) permissions.push('delete')
  if (addEntryRefusal(actor, ticket) === null) permissions.push('addEntry')
  if (canStartTimer(actor)) permissions.push('startTimer')
  if (canDownload(actor)) permissions.push('download')
  return permissions
}
