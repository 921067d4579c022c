import { type Selectable, sql, type Transaction } from 'kysely'
import { readingsPerSlotMax } from '#contract/energy-limits.ts'
import type { Connection } from '#server/context.ts'
import { fewListed, forNoKeyUpdate, jsonRows } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { type Neighbours, neighbourCounts } from './reading-stretches.rules.ts'
import type { SlotPlace } from './slot-portion.rules.ts'

/** As stored: the value in millionths of the unit sent. */
export type StoredReading = { readonly at_ms: number; readonly value_millionths: number }

const siteColumns = ['id', 'key', 'token_hash', 'state', 'last_reading_at'] as const

const selectByToken = prepared<{ hash: string }>()((db, param) =>
  db.selectFrom('energy_site').select(siteColumns).where('token_hash', '=', param('hash')),
)
const selectTokens = prepared<{ list: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_site')
    .select('token_hash')
    .where('token_hash', 'in', fewListed(engine, param('list'))),
)
const lockByTokens = prepared<{ list: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_site')
    .select(siteColumns)
    .where('token_hash', 'in', fewListed(engine, param('list')))
    .orderBy('id')
    .$call(forNoKeyUpdate(engine)),
)
const lockByKeys = prepared<{ list: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_site')
    .select(siteColumns)
    .where('key', 'in', fewListed(engine, param('list')))
    .where('token_hash', 'is not', null)
    .orderBy('id')
    .$call(forNoKeyUpdate(engine)),
)
const selectChannels = prepared<{ list: string }>()((db, param, engine) =>
  db
    .selectFrom('energy_channel')
    .selectAll()
    .where('site_id', 'in', fewListed(engine, param('list'))),
)
const selectNear = prepared<{ json: string }>()((db, param, engine) => {
  const columns = { place: 'bigint', number: 'bigint', from: 'bigint', to: 'bigint', neighbours: 'text' } as const
  // Each bound is found once, although PostgreSQL searches several months.
  return db
    .with(
      cte => cte('bounds').materialized(),
      cte =>
        cte.selectFrom(jsonRows<Stretch & { place: number }>(engine, param('json'), columns).as('given')).select(eb => {
          const ofChannel = eb
            .selectFrom('energy_reading')
            .select('at_ms')
            .whereRef('channel_number', '=', 'given.number')
            .limit(sql.lit(1))
          const before = ofChannel.whereRef('at_ms', '<', 'given.from').orderBy('at_ms', 'desc')
          const after = ofChannel.whereRef('at_ms', '>=', 'given.to').orderBy('at_ms')
          const nth = (side: typeof before, neighbours: Neighbours) =>
            side.offset(sql.lit(neighbourCounts[neighbours] - 1))
          const bound = (side: typeof before) =>
            eb
              .case()
              .when('given.neighbours', '=', sql.lit('one'))
              .then(side)
              .when('given.neighbours', '=', sql.lit('many'))
              .then(nth(side, 'many'))
              .when('given.neighbours', '=', sql.lit('wide'))
              .then(nth(side, 'wide'))
              .else(nth(side, 'widest'))
              .end()
          return [
            'given.place',
            'given.number',
            eb.fn.coalesce(bound(before), sql.lit(0)).as('first'),
            eb.fn.coalesce(bound(after), sql.lit(Number.MAX_SAFE_INTEGER)).as('last'),
          ]
        }),
    )
    .selectFrom('bounds')
    .innerJoin('energy_reading', join =>
      join
        .onRef('energy_reading.channel_number', '=', 'bounds.number')
        .onRef('energy_reading.at_ms', '>=', 'bounds.first')
        .onRef('energy_reading.at_ms', '<=', 'bounds.last'),
    )
    .select(['bounds.place', 'energy_reading.at_ms', 'energy_reading.value_millionths'])
})

const selectCounts = prepared<{ json: string; most: number }>()((db, param, engine) => {
  const columns = { place: 'bigint', number: 'bigint', at: 'bigint' } as const
  return db
    .selectFrom(jsonRows<SlotPlace & { place: number }>(engine, param('json'), columns).as('given'))
    .select(eb => [
      'given.place',
      eb
        .selectFrom(
          eb
            .selectFrom('energy_reading')
            .select('at_ms')
            .whereRef('channel_number', '=', 'given.number')
            .whereRef('at_ms', '>=', 'given.at')
            .where('at_ms', '<', eb('given.at', '+', sql.lit(slotMs)))
            .limit(param('most'))
            .as('held'),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('count'),
    ])
})

// Each end separately: asked for both at once, SQLite reads all rows between them.
const selectRange = prepared<{ number: number }>()((db, param) =>
  db.selectNoFrom(eb => {
    const ofChannel = eb.selectFrom('energy_reading').where('channel_number', '=', param('number'))
    return [
      ofChannel.select(({ fn }) => fn.min<number | null>('at_ms').as('at')).as('first'),
      ofChannel.select(({ fn }) => fn.max<number | null>('at_ms').as('at')).as('last'),
    ]
  }),
)

/** The site of a push address. The token is the proof: there is no session and so no scope. */
export async function findSiteByToken(connection: Connection, hash: string) {
  const [row] = await selectByToken(connection, { hash })
  return row
}

/** The hashes that belong to the token of a site. */
export async function listValidTokens(
  connection: Connection,
  hashes: ReadonlySet<string>,
): Promise<ReadonlySet<string | null>> {
  if (hashes.size === 0) return new Set()
  const rows = await selectTokens(connection, { list: JSON.stringify([...hashes]) })
  return new Set(rows.map(({ token_hash }) => token_hash))
}

/** `value` is the hash of the token, or the key of a site whose sender the operator's broker has checked. */
export type SiteProof = { readonly by: 'token' | 'key'; readonly value: string }

export type LockedSite = Pick<Selectable<Database['energy_site']>, (typeof siteColumns)[number]>

/**
 * The sites of proofs of one kind, by their values; a site without a token has none. Other batches of these sites wait
 * until the transaction ends.
 */
export async function lockSites(
  trx: Transaction<Database>,
  proofs: readonly SiteProof[],
): Promise<ReadonlyMap<string, LockedSite>> {
  const list = JSON.stringify(proofs.map(({ value }) => value))
  if (proofs[0]?.by === 'key') return new Map((await lockByKeys(trx, { list })).map(site => [site.key ?? '', site]))
  return new Map((await lockByTokens(trx, { list })).map(site => [site.token_hash ?? '', site]))
}

/** The channels of locked sites by site id: the deletion of a channel locks its site first. */
export async function listChannelsOf(
  trx: Transaction<Database>,
  sites: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly ChannelRow[]>> {
  if (sites.length === 0) return new Map()
  const rows = await selectChannels(trx, { list: JSON.stringify(sites.map(({ id }) => id)) })
  return Map.groupBy(rows, ({ site_id }) => site_id)
}

export type Stretch = {
  readonly number: number
  readonly from: number
  readonly to: number
  /** On either side. */
  readonly neighbours: Neighbours
}

/** For each stretch of time its readings with their neighbours, in order. */
export async function listNear(connection: Connection, stretches: readonly Stretch[]): Promise<StoredReading[][]> {
  const near = stretches.map((): StoredReading[] => [])
  if (stretches.length === 0) return near
  const given = stretches.map((stretch, place) => ({ ...stretch, place }))
  const rows = await selectNear(connection, { json: JSON.stringify(given) })
  for (const { place, ...reading } of rows) near[place]?.push(reading)
  for (const readings of near) readings.sort((one, other) => one.at_ms - other.at_ms)
  return near
}

/** A value every three seconds. */
const manyReadings = 300
/** This many slots with many readings are counted completely. */
const countedMax = 32

/**
 * How many readings each slot has, `readingsPerSlotMax` at most. Of slots with many readings only the first are counted
 * completely, because a push may concern thousands of them; null for the others.
 */
export async function countOfSlots(
  connection: Connection,
  slots: readonly SlotPlace[],
): Promise<readonly (number | null)[]> {
  const counts: (number | null)[] = await countUpTo(connection, slots, manyReadings)
  const many = [...counts.keys()].filter(place => counts[place] === manyReadings)
  const first = many.slice(0, countedMax).flatMap(place => slots[place] ?? [])
  const whole = await countUpTo(connection, first, readingsPerSlotMax)
  for (const [index, place] of many.entries()) counts[place] = whole[index] ?? null
  return counts
}

async function countUpTo(connection: Connection, slots: readonly SlotPlace[], most: number): Promise<number[]> {
  if (slots.length === 0) return []
  const json = JSON.stringify(slots.map((slot, place) => ({ ...slot, place })))
  const rows = await selectCounts(connection, { json, most })
  const counts = new Map(rows.map(({ place, count }) => [place, Number(count)]))
  return slots.map((_, place) => counts.get(place) ?? 0)
}

/** The slots from the first to the last kept reading, and the one after, into which values hold. */
export async function listSlotsWithReadings(connection: Connection, number: number): Promise<number[]> {
  const [range] = await selectRange(connection, { number })
  if (range === undefined || range.first === null || range.last === null) return []
  const slots: number[] = []
  for (let at = slotOf(range.first); at <= slotOf(range.last) + slotMs; at += slotMs) slots.push(at)
  return slots
}
