/** Stores batches of readings: one statement per step for any number of sites and channels. */
import type { Insertable, Transaction } from 'kysely'
import { readingsPerDay, readingsPerSlotMax, rejectionsMax } from '#contract/energy-limits.ts'
import type { MessageRefusalCode, RejectionCode, SentReading } from '#contract/energy-readings.ts'
import { isCounter } from '#contract/energy-roles.ts'
import type { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import { countAmountsOfDay } from '#server/auth/throttle.ts'
import { instantText, minuteMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { jsonRows, jsonRowsToInsert } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { wakeAfterCommit } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { type AcceptedInRoom, acceptInRoom } from './accept-readings.rules.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'
import { type DueSlot, noteDueSlots } from './due-slot.commands.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { isSignInDoubt } from './energy-channel.rules.ts'
import { keepProposals } from './energy-proposal.commands.ts'
import { listProposalsOf } from './energy-proposal.queries.ts'
import { unknownChannels } from './energy-proposal.rules.ts'
import { countOfSlots, type LockedSite, type StoredReading, type Stretch } from './energy-reading.queries.ts'
import { type ReadingToStore, readReading, shownText } from './energy-reading.rules.ts'
import { demandPlan } from './plan-due.commands.ts'
import { listEnough } from './plateau.queries.ts'
import { goesOn, groupByDistance, isEnoughToMark, joinStretches } from './reading-stretches.rules.ts'
import { keepRejections, type Rejected } from './rejection.commands.ts'
import { neighboursMax, touchedSlots } from './touched-slots.rules.ts'

export type Trx = Transaction<Database>

/** A reading that is not stored, by its place in the batch. */
export type Rejection = { readonly index: number; readonly code: RejectionCode }

/** A message without usable readings, for the page of its site. */
export type RefusedMessage = {
  readonly message: { readonly topic: string; readonly payload: Buffer }
  readonly arrivedAt: string
  readonly code: MessageRefusalCode
}

/** Readings and refused messages from the senders of a site, with its channels. */
export type SiteBatch = {
  readonly site: LockedSite
  readonly channels: readonly ChannelRow[]
  readonly readings: readonly SentReading[]
  readonly refused: readonly RefusedMessage[]
}

/** Below this distance, reading everything in between costs less than another search for neighbours. */
const apartMs = { one: minuteMs, many: 5 * minuteMs } as const
/** Unless this many readings lie in between. */
const betweenMax = 3 * neighboursMax

/** Characters of a topic and bytes of a payload that a page shows at most. */
const shownLength = 100

/**
 * Stores readings of locked sites, one batch for each, in any order, whether sent before or not. An invalid one does
 * not affect the others. Returns by the id of the site its rejected readings, in order, or `budget.used_up`: then
 * nothing of it is stored.
 */
export async function storeBatches(
  trx: Trx,
  runtime: Runtime,
  batches: readonly SiteBatch[],
): Promise<ReadonlyMap<string, readonly Rejection[] | AppError>> {
  const now = runtime.clock.now()
  const sorted = batches.map((batch): SortedBatch => ({ batch, ...sortReadings(batch, now) }))
  // Before anything is read around them, which costs more than the readings themselves.
  const overdrawn = await countReadings(trx, runtime, sorted)
  const read = await readBatches(
    trx,
    sorted.filter(({ batch }) => !overdrawn.has(batch.site.id)),
  )
  await storeChanges(
    trx,
    runtime,
    read.flatMap(({ changes }) => changes),
  )
  await markHeard(trx, runtime, read)
  for (const each of read) await keepUnknown(trx, runtime, each)
  await keepRejections(trx, read.flatMap(rejectionsOf), now)
  return new Map<string, readonly Rejection[] | AppError>([
    ...overdrawn,
    ...read.map(({ batch: { site }, rejected }) => [site.id, rejected] as const),
  ])
}

type SortedBatch = { readonly batch: SiteBatch } & ReturnType<typeof sortReadings>

/** The changes of a batch in one channel. */
type Changed = AcceptedInRoom & { readonly channel: ChannelRow; readonly near: readonly StoredReading[] }

type ReadBatch = {
  readonly batch: SiteBatch
  readonly changes: readonly Changed[]
  readonly rejected: readonly Rejection[]
  /** Instant of the latest accepted reading; null for none. */
  readonly latest: number | null
}

/** Decides on each reading, given those already stored. */
async function readBatches(trx: Trx, sorted: readonly SortedBatch[]): Promise<ReadBatch[]> {
  const all = sorted.flatMap(({ byChannel }) => [...byChannel])
  const countOf = await countStored(trx, all)
  const stored = await readNear(trx, all, countOf)
  return sorted.map(({ batch, byChannel, invalid }) => {
    const changes = [...byChannel].map(([channel, sent]): Changed => {
      const near = stored.get(channel.number) ?? []
      return { channel, near, ...acceptInRoom(channel, near, sent, slot => countOf(channel.number, slot)) }
    })
    const refusedAs = (code: RejectionCode, places: readonly number[]) => places.map(index => ({ index, code }))
    const rejected = [
      ...invalid,
      ...changes.flatMap(({ crowded }) => refusedAs('slot.full', crowded)),
      ...changes.flatMap(({ implausible }) => refusedAs('value.implausible', implausible)),
    ]
    const refused = new Set(rejected.map(({ index }) => index))
    const taken = [...byChannel.values()].flat().filter(({ index }) => !refused.has(index))
    return {
      batch,
      changes,
      rejected: rejected.toSorted((one, other) => one.index - other.index),
      latest: taken.length > 0 ? Math.max(...taken.map(({ at }) => at)) : null,
    }
  })
}

type SentTo = readonly (readonly [ChannelRow, readonly ReadingToStore[]])[]
/** Null: many, not counted. */
type CountOf = (number: number, slot: number) => number | null

/** How many readings are stored in the slots of those sent, by the numbers of channels. */
async function countStored(trx: Trx, sent: SentTo): Promise<CountOf> {
  const slots = sent.flatMap(([{ number }, readings]) =>
    [...new Set(readings.map(({ at }) => slotOf(at)))].map(at => ({ number, at })),
  )
  const counts = await countOfSlots(trx, slots)
  const byPlace = new Map(slots.map(({ number, at }, place) => [`${number} ${at}`, counts[place] ?? null]))
  return (number, slot) => byPlace.get(`${number} ${slot}`) ?? null
}

/**
 * The stored readings around those sent, by the numbers of channels. Those between sent ones stay unread where the sent
 * ones are far apart or many lie in between.
 */
async function readNear(trx: Trx, sent: SentTo, countOf: CountOf): Promise<ReadonlyMap<number, StoredReading[]>> {
  const stretches = sent.flatMap(([{ number, measure }, readings]) => {
    const neighbours = isCounter(measure) ? ('many' as const) : ('one' as const)
    const groups = groupByDistance(
      readings.map(({ at }) => at),
      (one, next) => {
        const count = Math.max(...[one, next].map(at => countOf(number, slotOf(at)) ?? readingsPerSlotMax))
        return Math.min(apartMs[neighbours], (betweenMax * slotMs) / Math.max(1, count))
      },
    )
    const values = new Set(readings.map(({ value }) => value))
    return groups.map(ats => ({ number, from: ats[0] ?? 0, to: (ats.at(-1) ?? 0) + 1, neighbours, values }))
  })
  const valuesOf = (place: number) => stretches[place]?.values ?? new Set()
  const near = await listEnough(
    trx,
    stretches.map(({ values: _, ...stretch }): Stretch => stretch),
    // A plateau that only continues changes nothing beyond it.
    (place, { value }) => [...valuesOf(place)].some(each => each !== value),
    (place, readings, stretch) => goesOn(readings, stretch, valuesOf(place)) || isEnoughToMark(readings, stretch),
  )
  const places = Map.groupBy(stretches.keys(), place => stretches[place]?.number ?? 0)
  return new Map([...places].map(([number, its]) => [number, joinStretches(its.map(place => near[place] ?? []))]))
}

function sortReadings({ channels, readings }: SiteBatch, now: Date) {
  const byKey = new Map(channels.map(channel => [channel.key, channel]))
  const read = readings.map((reading, index) => readReading(reading, index, byKey, now.getTime()))
  const invalid: Rejection[] = read.flatMap(({ index, code }) => (code === null ? [] : [{ index, code }]))
  const toStore = read.flatMap((each): (ReadingToStore & { index: number })[] =>
    'reading' in each ? [{ ...each.reading, index: each.index }] : [],
  )
  return { invalid, byChannel: Map.groupBy(toStore, ({ channel }) => channel) }
}

/** The sites that fill the database, with their errors. Readings that are refused beside others count, too. */
function countReadings(
  trx: Trx,
  { clock }: Pick<Runtime, 'clock'>,
  sorted: readonly SortedBatch[],
): Promise<ReadonlyMap<string, AppError>> {
  const amounts = sorted.map(
    ({ batch: { site }, byChannel }) => [site.id, [...byChannel.values()].flat().length] as const,
  )
  return countAmountsOfDay(trx, clock, { name: 'readings', limit: readingsPerDay, amounts: new Map(amounts) })
}

/** Stores new and changed readings of channels, and notes which slots they change. */
async function storeChanges(trx: Trx, runtime: Runtime, all: readonly Changed[]): Promise<void> {
  const changes = all
    .filter(({ changed }) => changed.size > 0)
    // All senders write to channels in one order, which prevents deadlocks.
    .toSorted((one, other) => one.channel.number - other.channel.number)
  if (changes.length === 0) return
  await writeReadings(trx, changes)
  await noteDueSlots(trx, changes.flatMap(dueSlotsOf))
  await updateLatest(trx, runtime, changes)
}

function dueSlotsOf({ channel, near, changed }: Changed): DueSlot[] {
  const values = new Map([...near.map(({ at_ms, value_millionths }) => [at_ms, value_millionths] as const), ...changed])
  const all = [...values].map(([at, value]) => ({ at, value })).sort((one, other) => one.at - other.at)
  return touchedSlots(channel, all, [...changed.keys()]).map(at_ms => ({ channel_number: channel.number, at_ms }))
}

async function writeReadings(trx: Trx, changes: readonly Changed[]): Promise<void> {
  const rows = changes.flatMap(({ channel, changed }) =>
    [...changed]
      .toSorted(([one], [other]) => one - other)
      .map(([at_ms, value_millionths]) => ({ channel_number: channel.number, at_ms, value_millionths })),
  )
  await upsertReadings(trx, { json: JSON.stringify(rows) })
}

/** The latest values of channels, and whether a sign is in doubt: open pages are notified when that changes. */
async function updateLatest(trx: Trx, runtime: Runtime, changes: readonly Changed[]): Promise<void> {
  const latest = changes.flatMap(({ channel, changed, wrongSigns }) => {
    const at = Math.max(...changed.keys())
    const isLatest = channel.last_at === null || at >= Date.parse(channel.last_at)
    if (!isLatest && wrongSigns === channel.wrong_signs) return []
    const value = isLatest ? (changed.get(at) ?? null) : null
    return [{ channel, wrongSigns, value, at: value === null ? null : instantText(new Date(at)) }]
  })
  if (latest.length === 0) return
  const rows = latest.map(({ channel: { number }, wrongSigns, value, at }) => ({ number, wrongSigns, value, at }))
  await setLatest(trx, { json: JSON.stringify(rows) })
  for (const { channel, wrongSigns, value } of latest) {
    const isNew = value !== null && value !== channel.last_value_millionths
    if (isNew && channel.measure === 'connected') await demandPlan(trx, runtime, channel.site_id, 'connected')
    if (isNew && channel.measure === 'dimmed') {
      // A dimming order is carried out at once, and the plan reckons with it.
      await demandPlan(trx, runtime, channel.site_id, 'dimming')
      wakeAfterCommit(trx)
    }
    if (isSignInDoubt({ wrong_signs: wrongSigns }) !== isSignInDoubt(channel)) {
      await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'energy_channel', id: channel.id })
    }
  }
}

/** A silent site is heard again: open pages are notified. */
async function markHeard(trx: Trx, runtime: Runtime, read: readonly ReadBatch[]): Promise<void> {
  const heard = read.flatMap(({ batch: { site }, latest }) => {
    if (latest === null) return []
    const at = instantText(new Date(latest))
    const isLater = site.last_reading_at === null || at > site.last_reading_at
    return isLater || site.state !== 'ok' ? [{ site, at: isLater ? at : null }] : []
  })
  if (heard.length === 0) return
  await setHeard(trx, { json: JSON.stringify(heard.map(({ site: { id }, at }) => ({ id, at }))) })
  for (const { site } of heard) {
    if (site.state !== 'ok') {
      await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'energy_site', id: site.id })
    }
  }
}

/** Values of channels that the site does not have are proposed to the owner. */
async function keepUnknown(trx: Trx, runtime: Runtime, { batch, rejected }: ReadBatch): Promise<void> {
  const { site, readings } = batch
  const unknown = rejected
    .filter(({ code }) => code === 'channel.unknown')
    .flatMap(({ index }) => readings[index] ?? [])
  const found = unknownChannels(unknown)
  if (found.length === 0) return
  await keepProposals(trx, runtime, site.id, { known: await listProposalsOf(trx, site.id), found })
}

function rejectionsOf({ batch: { site, readings, refused: messages }, rejected }: ReadBatch): Rejected[] {
  const rows = [
    ...rejected.slice(-rejectionsMax).map(({ index, code }) => ({
      channel: shownText(readings[index]?.channel),
      value: shownText(readings[index]?.value),
      reading_at: shownText(readings[index]?.at),
      code,
    })),
    ...messages.slice(-rejectionsMax).map(({ message, arrivedAt, code }) => ({
      channel: shownText(message.topic.slice(0, shownLength)),
      value: shownText(message.payload.subarray(0, shownLength).toString('utf8')),
      reading_at: arrivedAt,
      code,
    })),
  ]
  return rows.map(row => ({ site_id: site.id, ...row }))
}

// Every batch runs these.
type ReadingRow = Insertable<Database['energy_reading']>
const upsertReadings = prepared<{ json: string }>()((db, param, engine) => {
  const columns = { channel_number: 'bigint', at_ms: 'bigint', value_millionths: 'bigint' } as const
  return db
    .insertInto('energy_reading')
    .columns(['channel_number', 'at_ms', 'value_millionths'])
    .expression(jsonRowsToInsert<ReadingRow>(engine, param('json'), columns))
    .onConflict(conflict =>
      conflict
        .columns(['channel_number', 'at_ms'])
        .doUpdateSet(eb => ({ value_millionths: eb.ref('excluded.value_millionths') })),
    )
})
// By number: PostgreSQL compares texts by the language of its database, which takes longer than the rest of the update.
type LatestRow = { number: number; wrongSigns: number; value: number | null; at: string | null }
const setLatest = prepared<{ json: string }>()((db, param, engine) => {
  const columns = { number: 'bigint', wrongSigns: 'bigint', value: 'bigint', at: 'text' } as const
  return db
    .updateTable('energy_channel')
    .from(jsonRows<LatestRow>(engine, param('json'), columns).as('given'))
    .set(eb => ({
      wrong_signs: eb.ref('given.wrongSigns'),
      last_value_millionths: eb.fn.coalesce('given.value', 'energy_channel.last_value_millionths'),
      last_at: eb.fn.coalesce('given.at', 'energy_channel.last_at'),
    }))
    .whereRef('energy_channel.number', '=', 'given.number')
})
type HeardRow = { id: string; at: string | null }
const setHeard = prepared<{ json: string }>()((db, param, engine) =>
  db
    .updateTable('energy_site')
    .from(jsonRows<HeardRow>(engine, param('json'), { id: 'text', at: 'text' }).as('given'))
    .set(eb => ({ state: 'ok', last_reading_at: eb.fn.coalesce('given.at', 'energy_site.last_reading_at') }))
    .whereRef('energy_site.id', '=', 'given.id'),
)
