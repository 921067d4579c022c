import type { CustomerLink } from '#contract/customer-links.ts'
import type { Actor } from '#server/auth/actor.ts'
import { linkPermissionsOf } from './customer-link.policy.ts'
import type { LinkRow } from './customer-link.queries.ts'

export function presentLink(actor: Actor, row: LinkRow): CustomerLink {
  return {
    id: row.id,
    customerId: row.customer_id,
    label: row.label,
    url: row.url,
    position: row.position,
    permissions: linkPermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
