import type { Connection, Runtime } from '#server/context.ts'
import { jsonRows, listed } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { type SiteChannel, siteSlot } from './site-slots.rules.ts'
import { channelsOfLevel, isLevelStuck } from './stuck-level.rules.ts'

/** `from`: the instant since which the level has not changed. */
export type StuckBefore = { readonly channelId: string; readonly from: number }

/** The levels of batteries that have not changed since this instant, and those unchanged since their alarm. */
export async function findStuckLevels(
  { db, engine }: Pick<Runtime, 'db' | 'engine'>,
  since: number,
  before: readonly StuckBefore[],
): Promise<{ siteId: string; subjectId: string }[]> {
  const levels = await selectLevels(db, { since })
  const rows = await selectStuckAt(db, { json: JSON.stringify(before) })
  const stuckAt = new Map(rows.map(({ channelId, least }) => [channelId, least]))
  const still = levels.filter(({ id, least, most }) => stuckAt.has(id) || (least !== null && least === most))
  const batteries = await listBatteries(db, engine, new Set(still.map(({ siteId }) => siteId)), since)
  return still.flatMap(({ id, siteId, least, most, ...level }) => {
    const own = channelsOfLevel(level, batteries.get(siteId) ?? [])
    if (own === null) return []
    const watch = { least, most, netMwh: netMwhOf(own), stuckAt: stuckAt.get(id) ?? null }
    return isLevelStuck(watch) ? [{ siteId, subjectId: id }] : []
  })
}

type Battery = SiteChannel & { readonly mwh: number | null; readonly reverse: number | null }

async function listBatteries(
  db: Connection,
  engine: Runtime['engine'],
  siteIds: ReadonlySet<string>,
  since: number,
): Promise<Map<string, Battery[]>> {
  const rows = await db
    .selectFrom('energy_channel')
    .leftJoin('energy_slot', join =>
      join.onRef('energy_slot.channel_number', '=', 'energy_channel.number').on('energy_slot.at_ms', '>=', since),
    )
    .select(({ fn }) => [
      'site_id',
      'number',
      'role',
      'measure',
      'device',
      'storage_id as storageId',
      fn.sum<number | null>('mwh').as('mwh'),
      fn.sum<number | null>('reverse_mwh').as('reverse'),
    ])
    .where('site_id', 'in', listed(engine, JSON.stringify([...siteIds])))
    .where('role', '=', 'battery')
    .groupBy('energy_channel.id')
    .execute()
  return Map.groupBy(rows, ({ site_id }) => site_id)
}

/** A counter replaces the power of its device, as in the slots of sites. */
function netMwhOf(channels: readonly Battery[]): number {
  const slots = channels.map(({ number, mwh, reverse }) => {
    const sums = { mwh: mwh === null ? null : Number(mwh), reverseMwh: reverse === null ? null : Number(reverse) }
    return [number, { ...nothing, ...sums }] as const
  })
  const { charge, discharge } = siteSlot(0, channels, new Map(slots))
  return (charge ?? 0) - (discharge ?? 0)
}
const nothing = { at: 0, mean: null, least: null, most: null, last: null, coveredMs: 0, quality: 'measured' } as const

const selectLevels = prepared<{ since: number }>()((db, param) =>
  db
    .selectFrom('energy_channel')
    .leftJoin('energy_slot', join =>
      join
        .onRef('energy_slot.channel_number', '=', 'energy_channel.number')
        .on('energy_slot.at_ms', '>=', param('since')),
    )
    .select(({ fn }) => [
      'energy_channel.id',
      'site_id as siteId',
      'number',
      'role',
      'measure',
      'device',
      'storage_id as storageId',
      fn.min<number | null>('least_thousandths').as('least'),
      fn.max<number | null>('most_thousandths').as('most'),
    ])
    .where('role', '=', 'battery')
    .where('measure', '=', 'level')
    .groupBy('energy_channel.id'),
)

const selectStuckAt = prepared<{ json: string }>()((db, param, engine) =>
  db
    .selectFrom(jsonRows<StuckBefore>(engine, param('json'), { channelId: 'text', from: 'bigint' }).as('given'))
    .innerJoin('energy_channel', 'energy_channel.id', 'given.channelId')
    .select(({ selectFrom }) => [
      'given.channelId',
      selectFrom('energy_slot')
        .select('least_thousandths')
        .whereRef('channel_number', '=', 'energy_channel.number')
        .whereRef('at_ms', '>=', 'given.from')
        .where('least_thousandths', 'is not', null)
        .orderBy('at_ms')
        .limit(1)
        .as('least'),
    ]),
)
