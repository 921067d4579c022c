import type { EnergyTariff } from '#contract/energy-tariffs.ts'
import type { Actor } from '#server/auth/actor.ts'
import { tariffPermissionsOf } from './energy.policy.ts'
import type { TariffRow } from './energy-tariff.queries.ts'
import { tariffFieldsOf } from './energy-tariff.rules.ts'

export function presentTariff(actor: Actor, row: TariffRow): EnergyTariff {
  return {
    id: row.id,
    siteId: row.site_id,
    ...tariffFieldsOf(row),
    permissions: tariffPermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
