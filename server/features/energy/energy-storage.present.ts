import type { EnergyStorage } from '#contract/energy-storages.ts'
import type { Actor } from '#server/auth/actor.ts'
import { storagePermissionsOf } from './energy.policy.ts'
import type { StorageRow } from './energy-storage.queries.ts'
import { storageFieldsOf } from './energy-storage.rules.ts'

export function presentStorage(actor: Actor, row: StorageRow): EnergyStorage {
  return {
    id: row.id,
    siteId: row.site_id,
    ...storageFieldsOf(row),
    permissions: storagePermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
