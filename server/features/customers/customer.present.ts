import type { Customer } from '#contract/customers.ts'
import type { Actor } from '#server/auth/actor.ts'
import { eurOf } from '#server/units.ts'
import { canReadNote, customerPermissionsOf } from './customer.policy.ts'
import { displayNameOf, type FoundCustomer } from './customer.queries.ts'

export function presentCustomer(actor: Actor, { row, users, isKept }: FoundCustomer): Customer {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    displayName: displayNameOf(row),
    company: row.company,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    website: row.website,
    email: row.email,
    address: { street: row.street, zip: row.zip, city: row.city, country: row.country },
    vatId: row.vat_id,
    leitwegId: row.leitweg_id,
    notifications: row.is_notified === 1,
    notificationsWhen: row.notified_when,
    newsletter: row.has_newsletter === 1,
    hourlyRate: eurOf(row.hourly_rate_cents),
    users: users.map(user => ({ id: user.id, username: user.username, isActive: user.is_active === 1 })),
    ...(canReadNote(actor) ? { note: row.note } : {}),
    ticketsCount: row.tickets_count,
    erasedAt: row.erased_at,
    permissions: customerPermissionsOf(actor, { isKept, erasedAt: row.erased_at }),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
