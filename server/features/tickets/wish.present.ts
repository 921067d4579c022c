import type { OpenWish } from '#contract/ticket-entries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import type { WishRow } from './wish.queries.ts'

export function presentWish(row: WishRow): OpenWish {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    ticket: { id: row.ticket_id, number: row.number, name: row.ticket_name },
    customer: { id: row.customer_id, name: displayNameOf(row) },
  }
}
