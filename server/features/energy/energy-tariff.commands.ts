import type { Transaction } from 'kysely'
import { tariffsPerSiteMax } from '#contract/energy-limits.ts'
import { type EnergyTariffInput, energyTariffInput, type NewEnergyTariff } from '#contract/energy-tariffs.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandOwnSite } from './energy-site.queries.ts'
import { getTariff, getTariffToChange, listTariffHistory, type TariffRow } from './energy-tariff.queries.ts'
import { newTariffFields, tariffColumnsOf, tariffFieldsOf } from './energy-tariff.rules.ts'
import { demandPlan } from './plan-due.commands.ts'
import { markDaysSince } from './slot-account.commands.ts'

/** Adds a tariff. 422 for a site out of scope and for a day that has one, 409 for too many. */
export async function addTariff(context: Context, input: NewEnergyTariff): Promise<TariffRow> {
  return inTransaction(context, async trx => {
    const site = await demandOwnSite(trx, context.scope, input.siteId)
    const fields = newTariffFields(input, site)
    const others = await listTariffHistory(trx, site.id)
    if (others.length >= tariffsPerSiteMax) throw new AppError('energy_site.full')
    demandFreeDay(others, fields, null)
    const now = context.clock.now()
    const id = newId(now)
    await trx
      .insertInto('energy_tariff')
      .values({
        id,
        site_id: site.id,
        customer_id: site.customer_id,
        ...tariffColumnsOf(fields),
        created_at: instantText(now),
        updated_at: instantText(now),
      })
      .execute()
    await markDaysSince(trx, site.id, fields.validFrom)
    await demandPlan(trx, context, site.id, 'tariff')
    await recordAudit(trx, context, { action: 'energy_tariff.created', subjectKind: 'energy_tariff', subjectId: id })
    return getTariff(trx, context.scope, id)
  })
}

/** Changes parts of a tariff (PATCH) or all of it (PUT, `isWhole`). 404 outside the scope, 412 `stale`, 422 as above. */
export async function changeTariff(
  context: Context,
  id: string,
  change: Change<EnergyTariffInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<TariffRow> {
  return inTransaction(context, async trx => {
    const row = await lockedTariff(trx, context, id)
    if (revision !== undefined && revision !== row.revision) throw new AppError('stale')
    if (isWhole) demandAll(change, Object.keys(energyTariffInput.shape))
    const before = tariffFieldsOf(row)
    const after = { ...before, ...sentFields<EnergyTariffInput>(change) }
    const changed = changedFields(before, after)
    if (changed.length === 0) return row
    demandFreeDay(await listTariffHistory(trx, row.site_id), after, id)
    await trx
      .updateTable('energy_tariff')
      .set({ ...tariffColumnsOf(after), updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    const [first = after.validFrom] = [before.validFrom, after.validFrom].sort()
    await markDaysSince(trx, row.site_id, first)
    await demandPlan(trx, context, row.site_id, 'tariff')
    await recordAudit(trx, context, {
      action: 'energy_tariff.updated',
      subjectKind: 'energy_tariff',
      subjectId: id,
      details: changed.join(', '),
    })
    return getTariff(trx, context.scope, id)
  })
}

/** Deletes a tariff; the previous one stays in force. */
export async function deleteTariff(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await lockedTariff(trx, context, id)
    if (revision !== undefined && revision !== row.revision) throw new AppError('stale')
    await trx.deleteFrom('energy_tariff').where('id', '=', id).execute()
    await markDaysSince(trx, row.site_id, row.valid_from)
    await demandPlan(trx, context, row.site_id, 'tariff')
    await recordAudit(trx, context, {
      action: 'energy_tariff.deleted',
      subjectKind: 'energy_tariff',
      subjectId: id,
      lostBy: row.customer_id,
      details: row.name,
    })
  })
}

/** The site is locked first, as when a tariff is added: of two for one day the second is refused, not a fault. */
async function lockedTariff(trx: Transaction<Database>, context: Context, id: string): Promise<TariffRow> {
  const { site_id: siteId } = await getTariff(trx, context.scope, id)
  await demandOwnSite(trx, context.scope, siteId)
  return getTariffToChange(trx, context.scope, id)
}

function demandFreeDay(others: readonly TariffRow[], { validFrom }: EnergyTariffInput, id: string | null): void {
  if (others.some(other => other.valid_from === validFrom && other.id !== id)) {
    throw invalidField('validFrom', 'tariff_date.taken')
  }
}
