import type { BillableWork } from '#contract/billing.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import type { WaitingWork } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { eurOf, hoursOf } from '#server/units.ts'

export function presentBillableWork(row: WaitingWork): BillableWork {
  return {
    customer: { id: row.customer_id, name: displayNameOf(row) },
    entriesCount: row.entries_count,
    hoursCount: hoursOf(row.minutes),
    total: eurOf(row.total_cents),
    since: row.since,
  }
}
