import type { ServiceCollection } from '#contract/service-collections.ts'
import type { Actor } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { partPermissionsOf } from './service.policy.ts'
import { applicationState } from './service.rules.ts'
import type { FoundCollection } from './service-collection.queries.ts'

export function presentCollections(actor: Actor, found: readonly FoundCollection[], now: Date): ServiceCollection[] {
  const at = instantText(now)
  return found.map(each => present(actor, each, at))
}

export function presentCollection(actor: Actor, found: FoundCollection, now: Date): ServiceCollection {
  return present(actor, found, instantText(now))
}

function present(actor: Actor, { row, services }: FoundCollection, at: string): ServiceCollection {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    customer: { id: row.customer_id, name: displayNameOf(row) },
    services: services.map(service => ({
      id: service.id,
      type: service.type,
      name: service.name,
      state: stateOf(service, at),
    })),
    permissions: partPermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function stateOf(service: FoundCollection['services'][number], at: string) {
  if (service.type === 'application_service') return applicationState(service.silent_at, at)
  return service.state === 'none' ? null : service.state
}
