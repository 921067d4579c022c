/** Overrides: orders by people until an instant, instead of the plan. */
import type { Transaction } from 'kysely'
import { overridesPerDay } from '#contract/energy-limits.ts'
import { type NewEnergyOverride, overrideDaysMax } from '#contract/energy-overrides.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { scopedCustomerId } from '#server/auth/scope.ts'
import { countOfDay } from '#server/auth/throttle.ts'
import { dayMs, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction, wakeAfterCommit } from '#server/database/transaction.ts'
import { readControlFacts, type StorageFacts } from './control-facts.queries.ts'
import { demandOwnSite } from './energy-site.queries.ts'
import { demandPlan } from './plan-due.commands.ts'
import { offeredModes } from './storage-command.rules.ts'
import { getOverride, getOverrideToChange, type NamedOverride } from './storage-override.queries.ts'

type Trx = Transaction<Database>

/**
 * Starts an override of a storage; a former one of the same storage ends. 422 for a storage out of scope, a mode that
 * its device does not offer, more power than it has, less than its least charging power, and an instant that has passed
 * or is more than seven days ahead; 409 `energy_site.not_controlled` where commands are not switched on; 429 for too
 * many in a day.
 */
export async function startOverride(context: Context, input: NewEnergyOverride): Promise<NamedOverride> {
  const now = context.clock.now()
  const until = new Date(input.until)
  return inTransaction(context, async trx => {
    const facts = await demandStorage(trx, context, input, now)
    if (until <= now || until.getTime() > now.getTime() + overrideDaysMax * dayMs) {
      throw invalidField('until', 'date.invalid')
    }
    if (!offeredModes(facts.storage).includes(input.mode)) throw invalidField('mode', 'invalid')
    const powerW = powerOf(facts, input)
    const { site } = facts
    if (site.control !== 'on') throw new AppError('energy_site.not_controlled')
    await countOfDay(trx, context.clock, `overrides:${site.id}`, overridesPerDay)
    await endOverrides(trx, now, { storageId: input.storageId })
    const id = newId()
    await trx
      .insertInto('energy_override')
      .values({
        id,
        site_id: site.id,
        customer_id: site.customer_id,
        storage_id: input.storageId,
        mode: input.mode,
        power_w: powerW,
        until_at: instantText(until),
        by: isAdmin(context.actor) ? 'admin' : 'customer',
        created_at: instantText(now),
      })
      .execute()
    await demandPlan(trx, context, site.id, 'override')
    await recordAudit(trx, context, {
      action: 'energy_site.override_started',
      subjectKind: 'energy_site',
      subjectId: site.id,
      details: `${facts.storage.name}: ${input.mode}, ${instantText(until)}`,
    })
    wakeAfterCommit(trx)
    return getOverride(trx, context.scope, id)
  })
}

/** Ends an override; does nothing where it is over. 404 outside the scope. */
export async function endOverride(context: Context, id: string): Promise<void> {
  const now = context.clock.now()
  await inTransaction(context, async trx => {
    const row = await getOverrideToChange(trx, context.scope, id)
    if (row.ended_at !== null || row.until_at <= instantText(now)) return
    await trx
      .updateTable('energy_override')
      .set({ ended_at: instantText(now) })
      .where('id', '=', id)
      .execute()
    await demandPlan(trx, context, row.site_id, 'override')
    await recordAudit(trx, context, {
      action: 'energy_site.override_ended',
      subjectKind: 'energy_site',
      subjectId: row.site_id,
      details: row.storage_name,
    })
    wakeAfterCommit(trx)
  })
}

/** Ends the overrides of a storage or of a site that still run. */
export async function endOverrides(
  trx: Trx,
  now: Date,
  of: { readonly storageId: string } | { readonly siteId: string },
): Promise<void> {
  const at = instantText(now)
  await trx
    .updateTable('energy_override')
    .set({ ended_at: at })
    .where('storageId' in of ? 'storage_id' : 'site_id', '=', 'storageId' in of ? of.storageId : of.siteId)
    .where('ended_at', 'is', null)
    .where('until_at', '>', at)
    .execute()
}

async function demandStorage(trx: Trx, { scope }: Context, { siteId, storageId }: NewEnergyOverride, now: Date) {
  const storage = await trx
    .selectFrom('energy_storage')
    .select(['site_id', 'customer_id'])
    .where('id', '=', storageId)
    .executeTakeFirst()
  const own = scopedCustomerId(scope)
  if (storage === undefined || (own !== null && own !== storage.customer_id)) {
    throw invalidField('storageId', 'reference.unknown')
  }
  if (siteId !== undefined && siteId !== storage.site_id) throw invalidField('siteId', 'reference.unknown')
  await demandOwnSite(trx, scope, storage.site_id)
  const [facts] = await readControlFacts(trx, { siteId: storage.site_id }, now)
  const found = facts?.storages.find(each => each.storage.id === storageId)
  if (facts === undefined || found === undefined) throw invalidField('storageId', 'reference.unknown')
  return { site: facts.site, storage: found.storage }
}

function powerOf(
  { storage }: Pick<StorageFacts, 'storage'>,
  { mode, powerW = null }: NewEnergyOverride,
): number | null {
  if (mode !== 'charge' && mode !== 'discharge') return null
  const most = mode === 'charge' ? storage.maxChargeW : storage.maxDischargeW
  if (powerW !== null && powerW > most) throw invalidField('powerW', 'number.too_large')
  if (powerW !== null && mode === 'charge' && powerW < storage.minChargeW) {
    throw invalidField('powerW', 'number.too_small')
  }
  return Math.round(powerW ?? most)
}
