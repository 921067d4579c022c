import type { Erasure } from '#contract/erasures.ts'
import { type Actor, isImpersonating } from '#server/auth/actor.ts'
import type { FoundErasure } from './erasure.queries.ts'
import { keptUntil, obstaclesOf } from './erasure.rules.ts'

/** `today` is the date in Berlin: expired invoices are not counted. */
export function presentErasure(actor: Actor, found: FoundErasure, today: string): Erasure {
  const { customer, erasure, findings, retained } = found
  const state = erasure === undefined || erasure.state === 'withdrawn' ? 'none' : erasure.state
  const ends = found.issueDates.map(keptUntil).filter(end => end >= today)
  const obstacles = obstaclesOf(findings)
  return {
    state,
    askedBy: erasure?.asked_by ?? null,
    askedAt: erasure?.asked_at ?? null,
    dueAt: state === 'waiting' ? (erasure?.due_at ?? null) : null,
    doneAt: customer.erased_at,
    confirmation: customer.number,
    obstacles: state === 'done' || state === 'running' ? [] : obstacles,
    openTicketsCount: found.openTickets,
    unbilledEntriesCount: found.unbilledEntries,
    keptInvoicesCount: ends.length,
    keptUntil: ends.toSorted().at(-1) ?? null,
    ...(retained && {
      retainedInvoices: retained.map(row => ({
        id: row.id,
        number: row.number,
        issueDate: row.issue_date,
        keptUntil: row.kept_until,
        recipient: row.recipient,
      })),
    }),
    permissions: permissionsOf(actor, state, obstacles.length > 0),
  }
}

function permissionsOf(actor: Actor, state: Erasure['state'], isBlocked: boolean): Erasure['permissions'] {
  if (isImpersonating(actor)) return []
  if (state === 'waiting') return ['withdraw']
  return state === 'none' && !isBlocked ? ['ask'] : []
}
