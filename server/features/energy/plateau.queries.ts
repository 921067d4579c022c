/** Counters that stay at one value for longer than their neighbours reach: the readings where the plateau begins and ends. */
import { sql } from 'kysely'
import { dayMs, hourMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { jsonRows } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { listNear, type StoredReading, type Stretch } from './energy-reading.queries.ts'
import { joinStretches, type PlateauEnd, plateauEnds, widerThan } from './reading-stretches.rules.ts'
import { neighboursMax } from './touched-slots.rules.ts'

/** How far a plateau is followed: an inverter sleeps for a night. */
const plateauMaxMs = dayMs

/**
 * As `listNearPlateaus`, with more neighbours for stretches where these are not enough, as far as they are read at all.
 */
export async function listEnough(
  connection: Connection,
  stretches: readonly Stretch[],
  isNeeded: (place: number, end: PlateauEnd) => boolean,
  isEnough: (place: number, near: readonly StoredReading[], stretch: Stretch) => boolean,
): Promise<StoredReading[][]> {
  const near = await listNearPlateaus(connection, stretches, isNeeded)
  let last: (readonly [number, Stretch])[] = [...stretches.entries()]
  for (;;) {
    const wider = last.flatMap(([place, stretch]): (readonly [number, Stretch])[] => {
      const neighbours = widerThan[stretch.neighbours]
      const isWider = neighbours !== null && !isEnough(place, near[place] ?? [], stretch)
      return isWider ? [[place, { ...stretch, neighbours }]] : []
    })
    if (wider.length === 0) return near
    const more = await listNearPlateaus(
      connection,
      wider.map(([, stretch]) => stretch),
      (row, end) => isNeeded(wider[row]?.[0] ?? 0, end),
    )
    for (const [row, [place]] of wider.entries()) near[place] = joinStretches([near[place] ?? [], more[row] ?? []])
    last = wider
  }
}

/**
 * As `listNear`; where all neighbours on a side have one value, also those around the reading where that value begins
 * or ends, within a day. `isNeeded`: which sides to follow, by the place of their stretch.
 */
async function listNearPlateaus(
  connection: Connection,
  stretches: readonly Stretch[],
  isNeeded: (place: number, end: PlateauEnd) => boolean,
): Promise<StoredReading[][]> {
  const near = await listNear(connection, stretches)
  const ends = stretches.flatMap((stretch, place) =>
    stretch.neighbours === 'one'
      ? []
      : plateauEnds(near[place] ?? [], stretch, neighboursMax)
          .filter(end => isNeeded(place, end))
          .map(end => ({ place, number: stretch.number, ...end })),
  )
  if (ends.length === 0) return near
  const found = await listOthers(connection, ends)
  const others = found.flatMap(({ row, at_ms }) => {
    const end = ends[row]
    if (end === undefined) return []
    // The plateau begins after the other value, or ends before it, or goes on for longer than it is followed.
    const edge = end.side === 'before' ? (at_ms ?? end.at - plateauMaxMs) + 1 : (at_ms ?? end.at + plateauMaxMs)
    return [{ place: end.place, number: end.number, from: edge, to: edge, neighbours: 'many' as const }]
  })
  const around = await listNear(connection, others)
  const byPlace = Map.groupBy(others.keys(), row => others[row]?.place)
  return near.map((readings, place) => {
    const rows = byPlace.get(place)
    return rows === undefined ? readings : joinStretches([readings, ...rows.map(row => around[row] ?? [])])
  })
}

type End = PlateauEnd & { readonly number: number }

/**
 * The nearest reading with another value beyond each end, by its place (`row`); null for none within a day. It is
 * searched by the hour, and then within that hour only: a day of an idle meter has thousands of readings.
 */
export async function listOthers(connection: Connection, ends: readonly End[]) {
  const hours = ends.flatMap((end, row) =>
    Array.from({ length: plateauMaxMs / hourMs }, (_, hour) => {
      const step = end.side === 'before' ? -hourMs : hourMs
      return { row, number: end.number, side: end.side, at: end.at + hour * step, to: end.at + (hour + 1) * step }
    }),
  )
  const probes = await selectHours(connection, { json: JSON.stringify(hours) })
  const moved = ends.flatMap((end, row) => {
    const others = probes.filter(probe => probe.row === row && probe.value !== null && probe.value !== end.value)
    const nearest = others.map(({ at }) => at).sort((one, other) => (end.side === 'before' ? other - one : one - other))
    return nearest[0] === undefined ? [] : [{ ...end, row, at: nearest[0] }]
  })
  const found = moved.length === 0 ? [] : await selectOthers(connection, { json: JSON.stringify(moved) })
  const byRow = new Map(found.map(({ row, at_ms }) => [row, at_ms]))
  return ends.map((_, row) => ({ row, at_ms: byRow.get(row) ?? null }))
}

/** The value at the end of each hour; null without a reading in it. */
type Hour = { row: number; number: number; at: number; to: number; side: string }
const selectHours = prepared<{ json: string }>()((db, param, engine) => {
  const columns = { row: 'bigint', number: 'bigint', at: 'bigint', to: 'bigint', side: 'text' } as const
  return db.selectFrom(jsonRows<Hour>(engine, param('json'), columns).as('given')).select(eb => {
    const ofChannel = eb
      .selectFrom('energy_reading')
      .select('value_millionths')
      .whereRef('channel_number', '=', 'given.number')
      .limit(sql.lit(1))
    const before = ofChannel.whereRef('at_ms', '>=', 'given.to').whereRef('at_ms', '<', 'given.at').orderBy('at_ms')
    const after = ofChannel
      .whereRef('at_ms', '<=', 'given.to')
      .whereRef('at_ms', '>', 'given.at')
      .orderBy('at_ms', 'desc')
    return [
      'given.row',
      'given.at',
      eb.case().when('given.side', '=', sql.lit('before')).then(before).else(after).end().as('value'),
    ]
  })
})

type Given = { row: number; number: number; at: number; value: number; side: string }

const selectOthers = prepared<{ json: string }>()((db, param, engine) => {
  const columns = { row: 'bigint', number: 'bigint', at: 'bigint', value: 'bigint', side: 'text' } as const
  return db.selectFrom(jsonRows<Given>(engine, param('json'), columns).as('given')).select(eb => {
    const ofChannel = eb
      .selectFrom('energy_reading')
      .select('at_ms')
      .whereRef('channel_number', '=', 'given.number')
      .whereRef('value_millionths', '<>', 'given.value')
      .limit(sql.lit(1))
    const before = ofChannel
      .whereRef('at_ms', '<', 'given.at')
      .where('at_ms', '>=', eb('given.at', '-', sql.lit(hourMs)))
      .orderBy('at_ms', 'desc')
    const after = ofChannel
      .whereRef('at_ms', '>', 'given.at')
      .where('at_ms', '<=', eb('given.at', '+', sql.lit(hourMs)))
      .orderBy('at_ms')
    return [
      'given.row',
      eb.case().when('given.side', '=', sql.lit('before')).then(before).else(after).end().as('at_ms'),
    ]
  })
})
