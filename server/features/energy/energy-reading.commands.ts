import { type Insertable, sql, type Transaction } from 'kysely'
import type { MessageRefusalCode, RejectionCode, SentReading } from '#contract/energy-readings.ts'
import { readingsPerDay, rejectionsMax } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import { countFromAddress, countOfDay } from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { jsonRows } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction, wakeAfterCommit } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { type Accepted, acceptReadings } from './accept-readings.rules.ts'
import { type DueSlot, noteDueSlots } from './due-slot.commands.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { isSignInDoubt } from './energy-channel.rules.ts'
import { keepProposals } from './energy-proposal.commands.ts'
import { listProposalsOf } from './energy-proposal.queries.ts'
import { unknownChannels } from './energy-proposal.rules.ts'
import {
  findSiteByToken,
  listChannelsOf,
  listNear,
  lockSiteByToken,
  type StoredReading,
} from './energy-reading.queries.ts'
import { type ReadingToStore, readReading, shownText } from './energy-reading.rules.ts'
import { demandPlan } from './plan-due.commands.ts'
import { touchedSlots } from './touched-slots.rules.ts'

type Trx = Transaction<Database>
type Rejection = { readonly index: number; readonly code: RejectionCode }
type Taken = { accepted: number; rejected: Rejection[] }

/** What a page shows of a topic or a payload. */
const shownLength = 100
/**
 * The id of the site whose senders have the token. 404 for an invalid one, 429 `throttled` for a network that guesses
 * tokens.
 */
export async function demandSender(context: Context, token: string): Promise<string> {
  const site = await findSiteByToken(context.db, hashToken(token))
  if (site !== undefined) return site.id
  await countFromAddress(context, 'energy')
  throw new AppError('not_found')
}

/**
 * Stores the readings of a batch, in any order, whether sent before or not; they are on disk when this returns. What is
 * wrong with one costs none of the others. 404 for a token that is not valid any more, 429 `budget.used_up` for a site
 * that fills the database.
 */
export async function takeReadings(context: Context, token: string, readings: readonly SentReading[]): Promise<Taken> {
  const hash = hashToken(token)
  const now = context.clock.now()
  return inTransaction(context, async trx => {
    const current = await lockSiteByToken(trx, hash)
    if (current === undefined) throw new AppError('not_found')
    const channels = await listChannelsOf(trx, current.id)
    return storeBatch(trx, context, current, { channels, readings, refused: [], now })
  })
}

/** A message that holds no readings we can take, for the page of its site. */
export type RefusedMessage = {
  readonly message: { readonly topic: string; readonly payload: Buffer }
  readonly arrivedAt: string
  readonly code: MessageRefusalCode
}

type Batch = {
  readonly channels: readonly ChannelRow[]
  readonly readings: readonly SentReading[]
  readonly refused: readonly RefusedMessage[]
  readonly now: Date
}

/** Stores readings of a site in the transaction of the caller, and keeps what is refused. 429 `budget.used_up`. */
export async function storeBatch(
  trx: Trx,
  context: Context,
  site: { id: string; state: string; last_reading_at: string | null },
  { channels, readings, refused: messages, now }: Batch,
): Promise<Taken> {
  const byKey = new Map(channels.map(channel => [channel.key, channel]))
  const read = readings.map((reading, index) => readReading(reading, index, byKey, now.getTime()))
  const rejected: Rejection[] = read.flatMap(({ index, code }) => (code === null ? [] : [{ index, code }]))
  const toStore = read.flatMap(each => ('reading' in each ? [{ ...each.reading, index: each.index }] : []))
  // All senders of a site write in one order.
  const byChannel = [...Map.groupBy(toStore, ({ channel }) => channel.number).values()].toSorted(
    ([one], [other]) => (one?.channel.number ?? 0) - (other?.channel.number ?? 0),
  )
  rejected.push(...(await storeReadings(trx, context, byChannel)))
  const unknown = rejected
    .filter(({ code }) => code === 'channel.unknown')
    .flatMap(({ index }) => readings[index] ?? [])
  const found = unknownChannels(unknown)
  if (found.length > 0)
    await keepProposals(trx, context, site.id, { known: await listProposalsOf(trx, site.id), found })
  rejected.sort((one, other) => one.index - other.index)
  const refused = new Set(rejected.map(({ index }) => index))
  const latest = Math.max(...toStore.filter(({ index }) => !refused.has(index)).map(({ at }) => at))
  if (Number.isFinite(latest)) await markHeard(trx, context, site, instantText(new Date(latest)))
  await keepRejections(trx, { siteId: site.id, readings, rejected, messages, now })
  const accepted = readings.length - rejected.length
  await countOfDay(trx, context.clock, `readings:${site.id}`, readingsPerDay, { amount: accepted })
  return { accepted, rejected }
}

/** What a batch changes in one channel. */
type Changed = Accepted & { readonly channel: ChannelRow; readonly near: readonly StoredReading[] }

/** Stores new and changed readings of each channel, and notes which slots they change. */
async function storeReadings(
  trx: Trx,
  context: Context,
  byChannel: readonly (readonly (ReadingToStore & { index: number })[])[],
): Promise<Rejection[]> {
  const stretches = byChannel.map(sent => {
    const ats = sent.map(({ at }) => at)
    return { number: sent[0]?.channel.number ?? 0, from: Math.min(...ats), to: Math.max(...ats) + 1 }
  })
  const stored = await listNear(trx, stretches)
  const all = byChannel.flatMap((sent): Changed[] => {
    const channel = sent[0]?.channel
    if (channel === undefined) return []
    const near = stored.get(channel.number) ?? []
    return [{ channel, near, ...acceptReadings(channel, near, sent) }]
  })
  const changes = all.filter(({ changed }) => changed.size > 0)
  if (changes.length > 0) {
    await writeReadings(trx, changes)
    await noteDueSlots(trx, changes.flatMap(dueSlotsOf))
    await updateLatest(trx, context, changes)
  }
  return all.flatMap(({ implausible }) => implausible.map(index => ({ index, code: 'value.implausible' as const })))
}

function dueSlotsOf({ channel, near, changed }: Changed): DueSlot[] {
  const ats = [...new Set([...near.map(({ at_ms }) => at_ms), ...changed.keys()])].sort((one, other) => one - other)
  return touchedSlots(channel, ats, [...changed.keys()]).map(at_ms => ({ channel_number: channel.number, at_ms }))
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
async function updateLatest(trx: Trx, context: Context, changes: readonly Changed[]): Promise<void> {
  const latest = changes.flatMap(({ channel, changed, wrongSigns }) => {
    const at = Math.max(...changed.keys())
    const isLatest = channel.last_at === null || at >= Date.parse(channel.last_at)
    if (!isLatest && wrongSigns === channel.wrong_signs) return []
    const value = isLatest ? (changed.get(at) ?? null) : null
    return [{ channel, wrongSigns, value, at: value === null ? null : instantText(new Date(at)) }]
  })
  const [first] = latest
  if (first === undefined) return
  const rows = latest.map(({ channel: { id }, wrongSigns, value, at }) => ({ id, wrongSigns, value, at }))
  await setLatest(trx, { siteId: first.channel.site_id, json: JSON.stringify(rows) })
  const isNew = (measure: string) =>
    latest.some(
      ({ channel, value }) => value !== null && channel.measure === measure && value !== channel.last_value_millionths,
    )
  if (isNew('connected')) await demandPlan(trx, context, first.channel.site_id, 'connected')
  // A dimming order is carried out at once, and the plan reckons with it.
  if (isNew('dimmed')) {
    await demandPlan(trx, context, first.channel.site_id, 'dimming')
    wakeAfterCommit(trx)
  }
  for (const { channel, wrongSigns } of latest) {
    if (isSignInDoubt({ wrong_signs: wrongSigns }) !== isSignInDoubt(channel)) {
      await noteChange(trx, { ...context, actor: portalItself }, { noun: 'energy_channel', id: channel.id })
    }
  }
}

/** A site that was silent is not any more: open pages are notified. */
async function markHeard(
  trx: Trx,
  context: Context,
  site: { id: string; state: string; last_reading_at: string | null },
  latest: string,
): Promise<void> {
  const isLater = site.last_reading_at === null || latest > site.last_reading_at
  if (!isLater && site.state === 'ok') return
  if (isLater) await setHeard(trx, { id: site.id, at: latest })
  else await trx.updateTable('energy_site').set({ state: 'ok' }).where('id', '=', site.id).execute()
  if (site.state !== 'ok') {
    await noteChange(trx, { ...context, actor: portalItself }, { noun: 'energy_site', id: site.id })
  }
}

/** The newest fifty refusals of a site stay, so that its page can name them. */
async function keepRejections(
  trx: Trx,
  batch: {
    siteId: string
    readings: readonly SentReading[]
    rejected: readonly Rejection[]
    messages: readonly RefusedMessage[]
    now: Date
  },
): Promise<void> {
  const { siteId, readings, rejected, messages, now } = batch
  if (rejected.length === 0 && messages.length === 0) return
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
  await trx
    .insertInto('energy_rejection')
    .values(rows.map(row => ({ id: newId(), site_id: siteId, ...row, created_at: instantText(now) })))
    .execute()
  const newest = trx
    .selectFrom('energy_rejection')
    .select('id')
    .where('site_id', '=', siteId)
    .orderBy('id', 'desc')
    .limit(rejectionsMax)
  await trx.deleteFrom('energy_rejection').where('site_id', '=', siteId).where('id', 'not in', newest).execute()
}

// Each batch of a sender runs these.
type ReadingRow = Insertable<Database['energy_reading']>
const upsertReadings = prepared<{ json: string }>()((db, param, engine) => {
  const columns = { channel_number: 'bigint', at_ms: 'bigint', value_millionths: 'bigint' } as const
  return db
    .insertInto('energy_reading')
    .columns(['channel_number', 'at_ms', 'value_millionths'])
    .expression(
      db
        .selectFrom(jsonRows<ReadingRow>(engine, param('json'), columns).as('given'))
        .select(['given.channel_number', 'given.at_ms', 'given.value_millionths'])
        // Without a condition SQLite reads the conflict clause as one of a join.
        .where(sql<boolean>`true`),
    )
    .onConflict(conflict =>
      conflict
        .columns(['channel_number', 'at_ms'])
        .doUpdateSet(eb => ({ value_millionths: eb.ref('excluded.value_millionths') })),
    )
})
type LatestRow = { id: string; wrongSigns: number; value: number | null; at: string | null }
const setLatest = prepared<{ siteId: string; json: string }>()((db, param, engine) => {
  const columns = { id: 'text', wrongSigns: 'bigint', value: 'bigint', at: 'text' } as const
  return db
    .updateTable('energy_channel')
    .from(jsonRows<LatestRow>(engine, param('json'), columns).as('given'))
    .set(eb => ({
      wrong_signs: eb.ref('given.wrongSigns'),
      last_value_millionths: eb.fn.coalesce('given.value', 'energy_channel.last_value_millionths'),
      last_at: eb.fn.coalesce('given.at', 'energy_channel.last_at'),
    }))
    .whereRef('energy_channel.id', '=', 'given.id')
    .where('energy_channel.site_id', '=', param('siteId'))
})
const setHeard = prepared<{ id: string; at: string }>()((db, param) =>
  db
    .updateTable('energy_site')
    .set({ state: 'ok', last_reading_at: param('at') })
    .where('id', '=', param('id')),
)
