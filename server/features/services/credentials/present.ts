import type { ServiceCredential } from '#contract/service-credentials.ts'
import type { Actor } from '#server/auth/actor.ts'
import { partPermissionsOf } from '#server/features/services/policy.ts'
import type { CredentialRow } from './queries.ts'

export function presentCredential(actor: Actor, row: CredentialRow): ServiceCredential {
  return {
    id: row.id,
    serviceId: row.service_id,
    label: row.label,
    username: row.username,
    hasPassword: false,
    permissions: partPermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
