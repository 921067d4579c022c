import type { Transaction } from 'kysely'
import type { MessageRefusalCode, RejectionCode, SentReading } from '#contract/energy-readings.ts'
import { readingsPerDay, rejectionsMax } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import { countFromAddress, countOfDay } from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction, wakeAfterCommit } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { type Accepted, acceptReadings } from './accept-readings.rules.ts'
import { noteDueSlots } from './due-slot.commands.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { isSignInDoubt } from './energy-channel.rules.ts'
import { keepProposals } from './energy-proposal.commands.ts'
import { listProposalsOf } from './energy-proposal.queries.ts'
import { unknownChannels } from './energy-proposal.rules.ts'
import { findSiteByToken, listChannelsOf, listNear } from './energy-reading.queries.ts'
import { type ReadingToStore, readReading, shownText } from './energy-reading.rules.ts'
import { demandPlan } from './plan-due.commands.ts'
import { touchedSlots } from './touched-slots.rules.ts'

type Trx = Transaction<Database>
type Rejection = { readonly index: number; readonly code: RejectionCode }
type Taken = { accepted: number; rejected: Rejection[] }

/** What a page shows of a topic or a payload. */
const shownLength = 100
/** Rows of one statement. */
const rowsAtOnce = 1_000

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
    const current = await findSiteByToken(trx, hash)
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
  // All senders of a site take their locks in one order.
  const byChannel = [...Map.groupBy(toStore, ({ channel }) => channel.number)].toSorted(([one], [other]) => one - other)
  for (const [, ofChannel] of byChannel) rejected.push(...(await storeOfChannel(trx, context, ofChannel)))
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

/** Stores new and changed readings of one channel, and notes which slots they change. */
async function storeOfChannel(
  trx: Trx,
  context: Context,
  sent: readonly (ReadingToStore & { index: number })[],
): Promise<Rejection[]> {
  const [first] = sent
  if (first === undefined) return []
  const { channel } = first
  const ats = sent.map(({ at }) => at)
  const near = await listNear(trx, channel.number, { from: Math.min(...ats), to: Math.max(...ats) + 1 })
  const { changed, implausible, wrongSigns } = acceptReadings(channel, near, sent)
  const rejected = implausible.map(index => ({ index, code: 'value.implausible' as const }))
  if (changed.size === 0) return rejected
  await writeReadings(trx, channel.number, changed)
  const all = [...new Set([...near.map(({ at_ms }) => at_ms), ...changed.keys()])].sort((one, other) => one - other)
  await noteDueSlots(trx, channel.number, touchedSlots(channel, all, [...changed.keys()]))
  await updateLatest(trx, context, channel, { changed, wrongSigns })
  return rejected
}

/** The latest value of a channel, and whether its sign is in doubt: open pages are notified when that changes. */
async function updateLatest(
  trx: Trx,
  context: Context,
  channel: ChannelRow,
  { changed, wrongSigns }: Pick<Accepted, 'changed' | 'wrongSigns'>,
): Promise<void> {
  const lastAt = Math.max(...changed.keys())
  const isLatest = channel.last_at === null || lastAt >= Date.parse(channel.last_at)
  if (!isLatest && wrongSigns === channel.wrong_signs) return
  const signs = { id: channel.id, wrongSigns }
  const value = changed.get(lastAt)
  if (isLatest && value !== undefined) {
    await setLatest(trx, { ...signs, value, at: instantText(new Date(lastAt)) })
  } else await setWrongSigns(trx, signs)
  if (isLatest && channel.measure === 'connected' && value !== channel.last_value_millionths) {
    await demandPlan(trx, context, channel.site_id, 'connected')
  }
  // A dimming order is carried out at once, and the plan reckons with it.
  if (isLatest && channel.measure === 'dimmed' && value !== channel.last_value_millionths) {
    await demandPlan(trx, context, channel.site_id, 'dimming')
    wakeAfterCommit(trx)
  }
  if (isSignInDoubt({ wrong_signs: wrongSigns }) !== isSignInDoubt(channel)) {
    await noteChange(trx, { ...context, actor: portalItself }, { noun: 'energy_channel', id: channel.id })
  }
}

async function writeReadings(trx: Trx, number: number, readings: ReadonlyMap<number, number>): Promise<void> {
  const rows = [...readings]
    .toSorted(([one], [other]) => one - other)
    .map(([at_ms, value_millionths]) => ({ channel_number: number, at_ms, value_millionths }))
  const [first] = rows
  if (rows.length === 1 && first !== undefined) {
    await writeOne(trx, first)
    return
  }
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await trx
      .insertInto('energy_reading')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict(conflict =>
        conflict
          .columns(['channel_number', 'at_ms'])
          .doUpdateSet(eb => ({ value_millionths: eb.ref('excluded.value_millionths') })),
      )
      .execute()
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

// Each of a sender's values runs these.
const setLatest = prepared<{ id: string; wrongSigns: number; value: number; at: string }>()((db, param) =>
  db
    .updateTable('energy_channel')
    .set({ wrong_signs: param('wrongSigns'), last_value_millionths: param('value'), last_at: param('at') })
    .where('id', '=', param('id')),
)
const setWrongSigns = prepared<{ id: string; wrongSigns: number }>()((db, param) =>
  db
    .updateTable('energy_channel')
    .set({ wrong_signs: param('wrongSigns') })
    .where('id', '=', param('id')),
)
const writeOne = prepared<{ channel_number: number; at_ms: number; value_millionths: number }>()((db, param) =>
  db
    .insertInto('energy_reading')
    .values({
      channel_number: param('channel_number'),
      at_ms: param('at_ms'),
      value_millionths: param('value_millionths'),
    })
    .onConflict(conflict =>
      conflict
        .columns(['channel_number', 'at_ms'])
        .doUpdateSet(eb => ({ value_millionths: eb.ref('excluded.value_millionths') })),
    ),
)
const setHeard = prepared<{ id: string; at: string }>()((db, param) =>
  db
    .updateTable('energy_site')
    .set({ state: 'ok', last_reading_at: param('at') })
    .where('id', '=', param('id')),
)
