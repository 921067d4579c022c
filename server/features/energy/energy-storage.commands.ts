import { storagesPerSiteMax } from '#contract/energy-limits.ts'
import { type EnergyStorageInput, energyStorageInput, type NewEnergyStorage } from '#contract/energy-storages.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { allowOnly, type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { customersStorageFields } from './energy.policy.ts'
import { demandSite } from './energy-site.queries.ts'
import { getStorage, getStorageToChange, type StorageRow } from './energy-storage.queries.ts'
import { newStorageFields, storageColumnsOf, storageFieldsOf } from './energy-storage.rules.ts'
import { demandPlan } from './plan-due.commands.ts'

/** Adds a storage. 422 for an unknown site and for a maximum content below the minimum, 409 for too many. */
export async function addStorage(context: Context, input: NewEnergyStorage): Promise<StorageRow> {
  const fields = newStorageFields(input)
  demandRange(fields)
  return inTransaction(context, async trx => {
    const customerId = await demandSite(trx, input.siteId)
    const others = await trx.selectFrom('energy_storage').select('id').where('site_id', '=', input.siteId).execute()
    if (others.length >= storagesPerSiteMax) throw new AppError('energy_site.full')
    const now = context.clock.now()
    const id = newId(now)
    await trx
      .insertInto('energy_storage')
      .values({
        id,
        site_id: input.siteId,
        customer_id: customerId,
        ...storageColumnsOf(fields),
        created_at: instantText(now),
        updated_at: instantText(now),
      })
      .execute()
    await recordAudit(trx, context, { action: 'energy_storage.created', subjectKind: 'energy_storage', subjectId: id })
    return getStorage(trx, context.scope, id)
  })
}

/**
 * Changes parts of a storage (PATCH) or all of it (PUT, `isWhole`); customers change `schedule`. 404 outside the scope,
 * 412 `stale`, 422 as above.
 */
export async function changeStorage(
  context: Context,
  id: string,
  change: Change<EnergyStorageInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<StorageRow> {
  return inTransaction(context, async trx => {
    const row = await getStorageToChange(trx, context.scope, id)
    if (!isAdmin(context.actor)) allowOnly(change, customersStorageFields)
    demandRevision(revision, row.revision)
    if (isWhole) demandAll(change, Object.keys(energyStorageInput.shape))
    const before = storageFieldsOf(row)
    const after = { ...before, ...sentFields<EnergyStorageInput>(change) }
    demandRange(after)
    const changed = changedFields(before, after)
    if (changed.length === 0) return row
    await trx
      .updateTable('energy_storage')
      .set({
        ...storageColumnsOf(after),
        updated_at: instantText(context.clock.now()),
        revision: row.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    // Commands carry no name.
    if (changed.some(name => name !== 'name')) await demandPlan(trx, context, row.site_id, 'schedule')
    await recordAudit(trx, context, {
      action: 'energy_storage.updated',
      subjectKind: 'energy_storage',
      subjectId: id,
      details: changed.join(', '),
    })
    return getStorage(trx, context.scope, id)
  })
}

/** Deletes a storage; the channels that measure it stay, without a storage. */
export async function deleteStorage(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await getStorageToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    await trx.deleteFrom('energy_storage').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'energy_storage.deleted',
      subjectKind: 'energy_storage',
      subjectId: id,
      lostBy: row.customer_id,
      details: row.name,
    })
  })
}

/**
 * A plan needs room between the least and the most content, and between the least and the most power. Only a heat pump
 * stores more than it takes.
 */
function demandRange({ kind, minWh, maxWh, minChargeW, maxChargeW, chargeEfficiency }: EnergyStorageInput): void {
  if (minWh > maxWh) throw invalidField('minWh', 'number.too_large')
  if (minChargeW > maxChargeW) throw invalidField('minChargeW', 'number.too_large')
  if (kind !== 'heat' && chargeEfficiency > 1) throw invalidField('chargeEfficiency', 'number.too_large')
}
