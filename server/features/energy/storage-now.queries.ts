import type { EnergyLive } from '#contract/energy-history.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { readPlansInForce } from './control-facts.queries.ts'

/** Mode and reason of the storages of a site: from the command in force, otherwise from the plan in force. */
export async function listStoragesNow(
  connection: Connection,
  siteId: string,
  now: Date,
): Promise<EnergyLive['storages']> {
  const [rows, plans] = await Promise.all([
    selectStorages(connection, { siteId }),
    readPlansInForce(connection, [siteId], now),
  ])
  const plan = plans.get(siteId)
  return rows.map(({ id, name, mode, reason, override_id }) => {
    const planned = plan?.step.storages.find(storage => storage.id === id)
    // A command stays in force while plans agree with it: the reason is the latest one's.
    const isPlanned = mode === null || (override_id === null && mode === planned?.mode)
    return isPlanned
      ? { id, name, mode: planned?.mode ?? null, reason: planned?.reason ?? null }
      : { id, name, mode, reason }
  })
}

const selectStorages = prepared<{ siteId: string }>()((db, param) =>
  db
    .selectFrom('energy_storage')
    .leftJoin('energy_command', join =>
      join.onRef('energy_command.storage_id', '=', 'energy_storage.id').on('energy_command.ended_at', 'is', null),
    )
    .select([
      'energy_storage.id',
      'energy_storage.name',
      'energy_command.mode',
      'energy_command.reason',
      'energy_command.override_id',
    ])
    .where('energy_storage.site_id', '=', param('siteId'))
    .orderBy('energy_storage.id'),
)
