import type { EnergySite } from '#contract/energy-sites.ts'
import type { Actor } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { sitePermissionsOf } from './energy.policy.ts'
import type { SiteRow } from './energy-site.queries.ts'
import { siteFieldsOf } from './energy-site.rules.ts'

export function presentSite(actor: Actor, row: SiteRow): EnergySite {
  const { customerId, ...fields } = siteFieldsOf(row)
  return {
    id: row.id,
    customer: { id: customerId, name: displayNameOf(row) },
    ...fields,
    demo: row.is_demo === 1,
    state: row.state,
    lastReadingAt: row.last_reading_at,
    alarms: row.alarms,
    key: row.key,
    hasToken: row.token_hash !== null,
    permissions: sitePermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
