import type { Transaction } from 'kysely'
import { type EnergyChannelInput, energyChannelInput, type NewEnergyChannel } from '#contract/energy-channels.ts'
import { channelsPerSiteMax } from '#contract/energy-limits.ts'
import { isMeasureOfRole } from '#contract/energy-roles.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { nextNumber } from '#server/database/number-sequence.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { type DueSlot, noteDueSlots } from './due-slot.commands.ts'
import { type ChannelRow, getChannel, getChannelToChange } from './energy-channel.queries.ts'
import { channelColumnsOf, channelFieldsOf, newChannelFields } from './energy-channel.rules.ts'
import { listSlotsWithReadings } from './energy-reading.queries.ts'
import { demandSite } from './energy-site.queries.ts'
import { removeMeasuredRows } from './measured-rows.commands.ts'
import { rollUpSites } from './site-roll-up.commands.ts'
import type { SitePlace } from './slot.queries.ts'

type Trx = Transaction<Database>

/** Fields that change the meaning of a reading: slots are recomputed from the stored readings. */
const meaning: ReadonlySet<string> = new Set(['role', 'measure', 'factor', 'maxW', 'device', 'storageId'])
/** Fields on which the balance of the site depends, even if the channel has sent nothing. */
const place: ReadonlySet<string> = new Set(['role', 'measure', 'device', 'storageId'])

/**
 * Adds a channel. 422 for an unknown site or storage, a key that is taken and a measure its role does not have, 409 for
 * too many.
 */
export async function addChannel(context: Context, input: NewEnergyChannel): Promise<ChannelRow> {
  return inTransaction(context, async trx => {
    const customerId = await demandSite(trx, input.siteId)
    const id = await insertChannel(trx, context, input, customerId)
    return getChannel(trx, context.scope, id)
  })
}

/** The insert with its audit line, for a caller that has locked or just created the site. Returns the id. */
export async function insertChannel(
  trx: Trx,
  context: Context,
  input: NewEnergyChannel,
  customerId: string,
): Promise<string> {
  const fields = newChannelFields(input)
  await demandPlace(trx, input.siteId, fields, null)
  const now = context.clock.now()
  // Several channels of a new site are added within a millisecond.
  const id = newId()
  await trx
    .insertInto('energy_channel')
    .values({
      id,
      number: await nextNumber(trx, 'energy_channel'),
      site_id: input.siteId,
      customer_id: customerId,
      ...channelColumnsOf(fields),
      created_at: instantText(now),
      updated_at: instantText(now),
    })
    .execute()
  await recordAudit(trx, context, { action: 'energy_channel.created', subjectKind: 'energy_channel', subjectId: id })
  return id
}

/** Changes parts of a channel (PATCH) or all of it (PUT, `isWhole`). 404 outside the scope, 412 `stale`, 422 as above. */
export async function changeChannel(
  context: Context,
  id: string,
  change: Change<EnergyChannelInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<ChannelRow> {
  return inTransaction(context, async trx => {
    const row = await getChannelToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    if (isWhole) demandAll(change, Object.keys(energyChannelInput.shape))
    return storeChange(trx, context, row, sentFields<EnergyChannelInput>(change))
  })
}

/** Changes a locked channel, with an audit line; does nothing without a difference. */
export async function storeChange(
  trx: Trx,
  context: Context,
  row: ChannelRow,
  change: Partial<EnergyChannelInput>,
): Promise<ChannelRow> {
  const before = channelFieldsOf(row)
  const after = { ...before, ...change }
  const changed = changedFields(before, after)
  if (changed.length === 0) return row
  await demandPlace(trx, row.site_id, after, row.id)
  await trx
    .updateTable('energy_channel')
    .set({
      ...channelColumnsOf(after),
      ...((changed.includes('factor') || changed.includes('role')) && { wrong_signs: 0 }),
      updated_at: instantText(context.clock.now()),
      revision: row.revision + 1,
    })
    .where('id', '=', row.id)
    .execute()
  if (changed.some(name => meaning.has(name)))
    await noteAllDue(
      trx,
      row,
      changed.some(name => place.has(name)),
    )
  await recordAudit(trx, context, {
    action: 'energy_channel.updated',
    subjectKind: 'energy_channel',
    subjectId: row.id,
    details: changed.join(', '),
  })
  return getChannel(trx, context.scope, row.id)
}

/** Inverts the sign of a channel, and has the slots of its kept readings recomputed. 404 outside the scope. */
export async function turnSign(context: Context, id: string): Promise<ChannelRow> {
  const { factor_millionths, revision } = await getChannel(context.db, context.scope, id)
  return changeChannel(context, id, { factor: -factor_millionths / 1_000_000 }, { revision, isWhole: false })
}

/** Deletes a channel with its readings, and has the measured slots of its site recomputed. */
export async function deleteChannel(context: Context, id: string, revision: number | undefined): Promise<void> {
  const found = await getChannel(context.db, context.scope, id)
  // Checked once: afterwards its readings are gone, regardless of changes meanwhile.
  demandRevision(revision, found.revision)
  await removeMeasuredRows(context, [found])
  await inTransaction(context, async trx => {
    const row = await getChannelToChange(trx, context.scope, id)
    const alone = await noteOthersDue(trx, row)
    await trx.deleteFrom('energy_channel').where('id', '=', id).execute()
    await rollUpSites(trx, alone)
    await recordAudit(trx, context, {
      action: 'energy_channel.deleted',
      subjectKind: 'energy_channel',
      subjectId: id,
      lostBy: row.customer_id,
      details: row.name,
    })
  })
}

/** Checks a channel against the others of its site, which is locked. `id`: that of a stored channel. */
async function demandPlace(trx: Trx, siteId: string, fields: EnergyChannelInput, id: string | null): Promise<void> {
  if (!isMeasureOfRole(fields.role, fields.measure)) throw invalidField('measure', 'choice.invalid')
  const channels = await trx.selectFrom('energy_channel').select(['id', 'key']).where('site_id', '=', siteId).execute()
  const others = channels.filter(channel => channel.id !== id)
  if (others.length >= channelsPerSiteMax) throw new AppError('energy_site.full')
  if (others.some(({ key }) => key === fields.key)) throw invalidField('key', 'channel_key.taken')
  if (fields.storageId === null) return
  const storage = await trx
    .selectFrom('energy_storage')
    .select('id')
    .where('id', '=', fields.storageId)
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  if (storage === undefined) throw invalidField('storageId', 'reference.unknown')
}

/** Marks every slot of the time with kept readings; `ofSite`: also those that only other channels have measured. */
async function noteAllDue(trx: Trx, { site_id, number }: ChannelRow, ofSite: boolean): Promise<void> {
  const marks = marksOf(number, await listSlotsWithReadings(trx, number))
  await noteMarks(trx, ofSite ? await addOthers(trx, { site_id, number }, marks) : marks)
}

/**
 * Marks a slot of another channel wherever its site was measured. Returns the slots that only this channel measured:
 * nothing is left there.
 */
async function noteOthersDue(trx: Trx, { site_id, number }: ChannelRow): Promise<SitePlace[]> {
  const marks = await addOthers(trx, { site_id, number }, new Map())
  await noteMarks(trx, marks)
  const own = await listSlotsWithReadings(trx, number)
  return own.filter(at_ms => !marks.has(at_ms)).map(at_ms => ({ site_id, at_ms }))
}

/** By their instants: a mark of any channel has the site computed. */
type Marks = ReadonlyMap<number, DueSlot>

function marksOf(channel_number: number, slots: readonly number[]): Marks {
  return new Map(slots.map(at_ms => [at_ms, { channel_number, at_ms }]))
}

/** Adds the slots that only other channels of the site have measured. */
async function addOthers(trx: Trx, { site_id, number }: Pick<ChannelRow, 'site_id' | 'number'>, own: Marks) {
  const others = await trx
    .selectFrom('energy_channel')
    .select('number')
    .where('site_id', '=', site_id)
    .where('number', '<>', number)
    .orderBy('number')
    .execute()
  let marks = own
  for (const other of others) {
    const ofOther = marksOf(other.number, await listSlotsWithReadings(trx, other.number))
    marks = new Map([...ofOther, ...marks])
  }
  return marks
}

async function noteMarks(trx: Trx, marks: Marks): Promise<void> {
  await noteDueSlots(trx, [...marks.values()].toSorted(inOrderOfSenders))
}

/** All writers of marks take them in the same order, which prevents deadlocks. */
function inOrderOfSenders(one: DueSlot, other: DueSlot): number {
  return one.channel_number - other.channel_number || one.at_ms - other.at_ms
}
