/** Computes slots and minutes of channels from their readings: one statement per step for any number of channels. */
import { type Selectable, sql, type Transaction } from 'kysely'
import { isCounter } from '#contract/energy-roles.ts'
import { instantText } from '#server/clock.ts'
import type { EnergySlotTable } from '#server/database/energy-tables.ts'
import { forUpdate, isAmongRows, jsonRows, jsonRowsToInsert, namesOf } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { noteReset } from './alarm.commands.ts'
import { resetWatchedMs } from './alarm.rules.ts'
import { channelSlots, minuteStepMs, slotMs, slotOf } from './channel-slots.rules.ts'
import { intervalsOf, isSettledAfter, isSettledBefore } from './counter.rules.ts'
import type { StoredReading, Stretch } from './energy-reading.queries.ts'
import { listEnough } from './plateau.queries.ts'
import { type Reading, readingValue } from './reading.rules.ts'
import { groupByDistance, openSides } from './reading-stretches.rules.ts'
import { keepNewRejections, type Rejected } from './rejection.commands.ts'
import type { DueSlot } from './slot.queries.ts'
import { neighboursMax } from './touched-slots.rules.ts'

type Trx = Transaction<Database>
type MinuteRow = Selectable<Database['energy_minute']>
type Place = { channel_number: number; at_ms: number }

/** Readings between slots further apart are not read. */
const apartMs = 2 * slotMs

/** Jumps of a channel listed per computation of its slots: more would keep other refusals off the page. */
const namedJumpsMax = 10

/** A channel with marked slots that lie close together. */
type Marked = { readonly channel: DueSlot; readonly ats: readonly number[] }
type Measured = Marked & {
  /** As stored, and in the unit of the channel. */
  readonly near: readonly StoredReading[]
  readonly readings: readonly Reading[]
}

/** Removes the marks and computes their slots. */
export async function rollUpChannels(trx: Trx, due: readonly DueSlot[], now: number): Promise<void> {
  const channels = markedChannels(due)
  const places = JSON.stringify(channels.flatMap(placesOf))
  // Runs first: readings that arrive from now on mark their slots again.
  await deleteMarks(trx, { json: places })
  const measured = await readReadings(trx, channels)
  await deleteSlots(trx, { json: places })
  await insertSlots(trx, { json: JSON.stringify(measured.flatMap(slotRows)) })
  const held = measured.filter(({ channel }) => !isCounter(channel.measure))
  await deleteMinutes(trx, { json: JSON.stringify(held.flatMap(placesOf)) })
  await insertMinutes(trx, { json: JSON.stringify(held.flatMap(minuteRows)) })
  const counters = measured.filter(({ channel }) => isCounter(channel.measure))
  const happened = counters.map(counter => ({ counter, events: eventsOf(counter) }))
  for (const each of happened) await noteResets(trx, each, now)
  await keepNewRejections(trx, happened.flatMap(jumpsOf), new Date(now))
}

function markedChannels(due: readonly DueSlot[]): Marked[] {
  return [...Map.groupBy(due, ({ channel_number }) => channel_number).values()].flatMap(ofChannel => {
    const [channel] = ofChannel
    if (channel === undefined) return []
    const ats = ofChannel.map(({ at_ms }) => at_ms)
    return groupByDistance(ats, apartMs).map(group => ({ channel, ats: group }))
  })
}

function placesOf({ channel, ats }: Marked): Place[] {
  return ats.map(at_ms => ({ channel_number: channel.channel_number, at_ms }))
}

function stretchOf({ channel, ats }: Marked): Stretch {
  const [from, to] = [Math.min(...ats), Math.max(...ats) + slotMs]
  return { number: channel.channel_number, from, to, neighbours: 'many' }
}

async function readReadings(trx: Trx, channels: readonly Marked[]): Promise<Measured[]> {
  const stretches = channels.map(stretchOf)
  const near = await listEnough(
    trx,
    stretches.map(stretch => ({ ...stretch, from: stretch.from - slotMs, to: stretch.to + slotMs })),
    place => isCounter(channels[place]?.channel.measure ?? 'power'),
    (place, stored, read) => {
      const marked = channels[place]
      return marked === undefined || !isCounter(marked.channel.measure) || isEnough(marked, stored, read)
    },
  )
  return channels.map(({ channel, ats }, place) => {
    const stored = near[place] ?? []
    return { channel, ats, near: stored, readings: readingsOf(channel, stored) }
  })
}

function readingsOf({ factor_millionths, measure }: DueSlot, stored: readonly StoredReading[]): Reading[] {
  return stored.map(({ at_ms, value_millionths }) => ({
    at: at_ms,
    value: readingValue(value_millionths, factor_millionths, measure),
  }))
}

/** Whether the stored readings give the marked slots of a counter the same result as all its readings would. */
function isEnough({ channel, ats }: Marked, stored: readonly StoredReading[], read: Stretch): boolean {
  const { from, to } = stretchOf({ channel, ats })
  const open = openSides(stored, read)
  const readings = readingsOf(channel, stored)
  // A counter that hardly moves has few plateaus however far back one reads: the readings at hand are then enough.
  const plateausMin = read.neighbours === 'many' ? neighboursMax : 1
  return (
    (!open.isBefore || isSettledBefore(readings, from, channel.max_w, plateausMin)) &&
    (!open.isAfter || isSettledAfter(readings, to, channel.max_w))
  )
}

/** The steps of the marked slots with known values. */
function stepsOf({ channel, ats, readings }: Measured, step: number) {
  const isMarked = new Set(ats)
  const kind = { role: channel.role, measure: channel.measure, maxW: channel.max_w }
  const { from, to } = stretchOf({ channel, ats })
  return channelSlots(kind, readings, { from, to, step }).filter(({ at }) => isMarked.has(slotOf(at)))
}

function slotRows(measured: Measured): EnergySlotTable[] {
  return stepsOf(measured, slotMs).map(slot => ({
    channel_number: measured.channel.channel_number,
    at_ms: slot.at,
    mwh: slot.mwh,
    reverse_mwh: slot.reverseMwh,
    mean_thousandths: slot.mean,
    least_thousandths: slot.least,
    most_thousandths: slot.most,
    last_thousandths: slot.last,
    covered_ms: slot.coveredMs,
    quality: slot.quality,
  }))
}

function minuteRows(measured: Measured): MinuteRow[] {
  return stepsOf(measured, minuteStepMs).map(({ at, mean, coveredMs }) => ({
    channel_number: measured.channel.channel_number,
    at_ms: at,
    mean_thousandths: mean,
    covered_ms: coveredMs,
  }))
}

type Happened = { readonly counter: Measured; readonly events: ReturnType<typeof eventsOf> }

async function noteResets(trx: Trx, { counter: { channel }, events }: Happened, now: number): Promise<void> {
  for (const { kind, at } of events) {
    if (!kind.startsWith('reset') || at < now - resetWatchedMs) continue
    await noteReset(trx, { siteId: channel.site_id, subjectId: channel.channel_id, at: new Date(at) })
  }
}

/** The latest stored readings that do not count: later ones show that the counter cannot have risen that fast. */
function jumpsOf({ counter: { channel, near }, events }: Happened): Rejected[] {
  const jumps = new Set(events.flatMap(({ kind, at }) => (kind === 'implausible' ? [at] : [])))
  return near
    .filter(({ at_ms }) => jumps.has(at_ms))
    .slice(-namedJumpsMax)
    .map(({ at_ms, value_millionths }) => ({
      site_id: channel.site_id,
      channel: channel.key,
      value: String(value_millionths / 1_000_000),
      reading_at: instantText(new Date(at_ms)),
      code: 'value.implausible',
    }))
}

/** Events of the counter in the marked slots and between them. */
function eventsOf(counter: Measured) {
  const { from, to } = stretchOf(counter)
  return intervalsOf(counter.readings, counter.channel.max_w).events.filter(({ at }) => at >= from && at < to)
}

const placeColumns = { channel_number: 'bigint', at_ms: 'bigint' } as const
const slotColumns = {
  ...placeColumns,
  mwh: 'bigint',
  reverse_mwh: 'bigint',
  mean_thousandths: 'bigint',
  least_thousandths: 'bigint',
  most_thousandths: 'bigint',
  last_thousandths: 'bigint',
  covered_ms: 'bigint',
  quality: 'text',
} as const
const minuteColumns = { ...placeColumns, mean_thousandths: 'bigint', covered_ms: 'bigint' } as const

// Locked in the order of the senders, which prevents deadlocks.
const deleteMarks = prepared<{ json: string }>()((db, param, engine) =>
  db
    .with(
      cte => cte('locked').materialized(),
      cte =>
        cte
          .selectFrom('energy_due_slot')
          .innerJoin(jsonRows<Place>(engine, param('json'), placeColumns).as('given'), join =>
            join
              .onRef('energy_due_slot.channel_number', '=', 'given.channel_number')
              .onRef('energy_due_slot.at_ms', '=', 'given.at_ms'),
          )
          .select(['energy_due_slot.channel_number', 'energy_due_slot.at_ms'])
          .orderBy('energy_due_slot.channel_number')
          .orderBy('energy_due_slot.at_ms')
          .$call(forUpdate(engine)),
    )
    .deleteFrom('energy_due_slot')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('channel_number', 'at_ms'),
        'in',
        selectFrom('locked').select(['channel_number', 'at_ms']).$asTuple('channel_number', 'at_ms'),
      ),
    ),
)
const deleteSlots = prepared<{ json: string }>()((db, param, engine) =>
  db.deleteFrom('energy_slot').where(isAmongRows(engine, param('json'), placeColumns)),
)
const insertSlots = prepared<{ json: string }>()((db, param, engine) =>
  db
    .insertInto('energy_slot')
    .columns(namesOf(slotColumns))
    .expression(jsonRowsToInsert<EnergySlotTable>(engine, param('json'), slotColumns)),
)
const deleteMinutes = prepared<{ json: string }>()((db, param, engine) =>
  db.deleteFrom('energy_minute').where(({ eb, refTuple, selectFrom }) =>
    eb(
      refTuple('channel_number', 'at_ms'),
      'in',
      selectFrom(jsonRows<Place>(engine, param('json'), placeColumns).as('given'))
        .innerJoin('energy_minute as minute', join =>
          join
            .onRef('minute.channel_number', '=', 'given.channel_number')
            .onRef('minute.at_ms', '>=', 'given.at_ms')
            .on(on => on('minute.at_ms', '<', on('given.at_ms', '+', sql.lit(slotMs)))),
        )
        .select(['minute.channel_number', 'minute.at_ms'])
        .$asTuple('channel_number', 'at_ms'),
    ),
  ),
)
const insertMinutes = prepared<{ json: string }>()((db, param, engine) =>
  db
    .insertInto('energy_minute')
    .columns(namesOf(minuteColumns))
    .expression(jsonRowsToInsert<MinuteRow>(engine, param('json'), minuteColumns)),
)
