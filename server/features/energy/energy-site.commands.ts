import type { Transaction } from 'kysely'
import {
  type EnergySiteInput,
  type EnergySiteKey,
  energySiteInput,
  energySites,
  type NewEnergySite,
  type SiteControl,
} from '#contract/energy-sites.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { demandStepUp } from '#server/auth/reauthentication.ts'
import { hashForBroker, hashToken, newToken } from '#server/auth/tokens.ts'
import { allowOnly, type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction, wakeAfterCommit } from '#server/database/transaction.ts'
import { demandCustomer } from '#server/features/customers/customer.queries.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { demandRevision } from '#server/revision.ts'
import { customersSiteFields } from './energy.policy.ts'
import { insertChannel } from './energy-channel.commands.ts'
import { getSite, getSiteToChange, type SiteRow } from './energy-site.queries.ts'
import {
  mqttAccess,
  newSiteFields,
  siteColumnsOf,
  siteFieldsOf,
  siteSearchTexts,
  usualChannels,
} from './energy-site.rules.ts'
import { removeMeasuredRows } from './measured-rows.commands.ts'
import { demandPlan } from './plan-due.commands.ts'
import { markDaysSince } from './slot-account.commands.ts'
import { endOverrides } from './storage-override.commands.ts'

type Trx = Transaction<Database>

/** Creates a site, on request with the channels of a usual house. 422 for an unknown customer. */
export async function createSite(context: Context, input: NewEnergySite): Promise<SiteRow> {
  const fields = newSiteFields(input)
  return inTransaction(context, async trx => {
    await demandCustomer(trx, context, fields.customerId)
    const now = context.clock.now()
    const id = newId(now)
    const at = instantText(now)
    await trx
      .insertInto('energy_site')
      .values({ id, ...siteColumnsOf(fields), is_demo: 0, state: 'unknown', created_at: at, updated_at: at })
      .execute()
    await saveSearchTerms(trx, 'energy_site', id, siteSearchTexts(fields))
    await recordAudit(trx, context, { action: 'energy_site.created', subjectKind: 'energy_site', subjectId: id })
    if (input.usualChannels === true) {
      for (const channel of usualChannels(input)) {
        await insertChannel(trx, context, { siteId: id, ...channel }, fields.customerId)
      }
    }
    return getSite(trx, context.scope, id)
  })
}

/**
 * Changes parts of a site (PATCH) or all of it (PUT, `isWhole`); customers change `control`. 404 outside the scope, 412
 * `stale`, 422 for an unknown customer.
 */
export async function changeSite(
  context: Context,
  id: string,
  change: Change<EnergySiteInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<SiteRow> {
  return inTransaction(context, async trx => {
    const row = await getSiteToChange(trx, context.scope, id)
    if (!isAdmin(context.actor)) allowOnly(change, customersSiteFields)
    demandRevision(revision, row.revision)
    if (isWhole) demandAll(change, Object.keys(energySiteInput.shape))
    const before = siteFieldsOf(row)
    const after = { ...before, ...sentFields<EnergySiteInput>(change) }
    const changed = changedFields(before, after)
    if (changed.length === 0) return row
    await demandStepUp(trx, context, energySites.update, changed)
    if (changed.includes('customerId')) {
      await demandCustomer(trx, context, after.customerId)
      for (const table of customersTables) {
        await trx.updateTable(table).set({ customer_id: after.customerId }).where('site_id', '=', id).execute()
      }
    }
    await trx
      .updateTable('energy_site')
      .set({
        ...siteColumnsOf(after),
        updated_at: instantText(context.clock.now()),
        revision: row.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    if (changed.includes('zone')) await markDaysSince(trx, id, '')
    if (changed.includes('control')) await followControl(trx, context, id, after.control)
    await saveSearchTerms(trx, 'energy_site', id, siteSearchTexts(after))
    await recordAudit(trx, context, {
      action: 'energy_site.updated',
      subjectKind: 'energy_site',
      subjectId: id,
      lostBy: changed.includes('customerId') ? row.customer_id : undefined,
      details: changed.map(name => (name === 'control' ? `control ${after.control}` : name)).join(', '),
    })
    return getSite(trx, context.scope, id)
  })
}

/** The tables of a site whose rows name its customer. */
const customersTables = [
  'energy_channel',
  'energy_storage',
  'energy_tariff',
  'energy_command',
  'energy_override',
] as const

/** Without control no override holds; commands end with their next update, which follows at once. */
async function followControl(trx: Trx, context: Context, id: string, control: SiteControl): Promise<void> {
  if (control !== 'on') await endOverrides(trx, context.clock.now(), { siteId: id })
  if (control !== 'off') await demandPlan(trx, context, id, 'control')
  wakeAfterCommit(trx)
}

/** Deletes a site with its channels and everything measured. */
export async function deleteSite(context: Context, id: string, revision: number | undefined): Promise<void> {
  const found = await getSite(context.db, context.scope, id)
  // Checked once: afterwards its readings are gone, regardless of changes meanwhile.
  demandRevision(revision, found.revision)
  const channels = await context.db.selectFrom('energy_channel').select('number').where('site_id', '=', id).execute()
  await removeMeasuredRows(context, channels)
  await inTransaction(context, async trx => {
    const row = await getSiteToChange(trx, context.scope, id)
    await removeSearchTerms(trx, 'energy_site', id)
    await trx.deleteFrom('energy_site').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'energy_site.deleted',
      subjectKind: 'energy_site',
      subjectId: id,
      lostBy: row.customer_id,
      details: row.name,
    })
  })
}

/** A token for senders, readable once; an earlier one stops working. 404 outside the scope. */
export async function makeSiteKey(context: Context, id: string): Promise<EnergySiteKey> {
  const token = newToken()
  return inTransaction(context, async trx => {
    const row = await getSiteToChange(trx, context.scope, id)
    const key = row.key ?? newSiteKey()
    await trx
      .updateTable('energy_site')
      .set({ key, token_hash: hashToken(token), broker_hash: hashForBroker(token) })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, context, { action: 'energy_site.key_made', subjectKind: 'energy_site', subjectId: id })
    return {
      key,
      token,
      pushUrl: `${baseUrl(context.config)}/api/energy/${token}/readings/`,
      mqtt: mqttAccess(context.config, key, token),
    }
  })
}

/** Senders of the site are refused from now on; does nothing where there is no token. 404 outside the scope. */
export async function removeSiteKey(context: Context, id: string): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await getSiteToChange(trx, context.scope, id)
    if (row.token_hash === null) return
    await trx.updateTable('energy_site').set({ token_hash: null, broker_hash: null }).where('id', '=', id).execute()
    await recordAudit(trx, context, { action: 'energy_site.key_removed', subjectKind: 'energy_site', subjectId: id })
  })
}

/** Lower-case letters and digits, which topics and devices accept. Not secret, and long enough never to collide. */
function newSiteKey(): string {
  return newToken()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 12)
}
