import type { SearchGroup } from '#contract/search.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { type FoundGroup, titleOf } from './search.rules.ts'

export function presentGroup({ kind, rows, hasMore }: FoundGroup): SearchGroup {
  return {
    kind,
    hits: rows.map(row => ({
      id: row.id,
      number: row.number,
      title: titleOf(row),
      customer: kind === 'customer' ? null : { id: row.customer_id, name: displayNameOf(row) },
      state: row.state,
    })),
    hasMore,
  }
}
