import type { ServiceCredential, ServiceCredentialReveal } from '#contract/service-credentials.ts'
import type { Context } from '#server/context.ts'
import { isKeyOfSealedThere } from '#server/secrets/seal.ts'
import { credentialPermissionsOf } from './service.policy.ts'
import type { CredentialRow, RevealRow } from './service-credential.queries.ts'

export function presentCredential(
  { actor, keys }: Pick<Context, 'actor' | 'keys'>,
  row: CredentialRow,
): ServiceCredential {
  return {
    id: row.id,
    serviceId: row.service_id,
    label: row.label,
    username: row.username,
    hasPassword: row.sealed_password !== null,
    isReadable: row.sealed_password === null || isKeyOfSealedThere(keys, row.sealed_password),
    isShared: row.is_shared === 1,
    permissions: credentialPermissionsOf(actor, row),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function presentReveal(credential: CredentialRow, row: RevealRow): ServiceCredentialReveal {
  return {
    id: row.id,
    at: row.at,
    actorName: row.actor_name,
    isOwn: row.role === 'customer' && row.customer_id === credential.customer_id,
  }
}
