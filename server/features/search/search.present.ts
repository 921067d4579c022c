import { isOverdue } from '#contract/invoice-overdue.ts'
import type { SearchGroup } from '#contract/search.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import type { SearchRow } from './search.queries.ts'
import { type FoundGroup, titleOf } from './search.rules.ts'

/** `today` is the date in Berlin: whether an invoice is overdue depends on it. */
export function presentGroup({ kind, rows, hasMore }: FoundGroup, today: string): SearchGroup {
  return {
    kind,
    hits: rows.map(row => ({
      id: row.id,
      number: row.number,
      title: titleOf(row),
      customer: kind === 'customer' ? null : { id: row.customer_id, name: displayNameOf(row) },
      state: stateOf(row, today),
    })),
    hasMore,
  }
}

function stateOf({ kind, state, due_date }: SearchRow, today: string): string {
  if (kind !== 'invoice' || state !== 'unpaid') return state
  return isOverdue({ state: 'issued', isPaid: false, dueDate: due_date }, today) ? 'overdue' : state
}
