import { sql } from 'kysely'
import type { EnergyGap } from '#contract/energy-gaps.ts'
import { isCounter } from '#contract/energy-roles.ts'
import { invalidField } from '#server/app-error.ts'
import { calendarDate, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { slotOf } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { listLiveChannels, listRejections } from './energy-history.queries.ts'
import { rangeMsMax } from './energy-history.rules.ts'
import { listProposals } from './energy-proposal.queries.ts'
import { gapsOf, stretchesBetween } from './gap-reason.rules.ts'
import { closedAfterMs } from './slot.queries.ts'

/**
 * The gaps of a site in scope in a range of days, up to its last closed quarter-hour. 404 outside the scope, 422 for a
 * range that is empty or too long.
 */
export async function readGaps(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<EnergyGap[]> {
  const channels = (await listLiveChannels(db, scope, siteId)).filter(
    ({ measure }) => measure === 'power' || isCounter(measure),
  )
  const closed = slotOf(clock.now().getTime() - closedAfterMs)
  const day = asked.from ?? calendarDate(clock.now())
  const from = startOfBerlinDay(day).getTime()
  const end = startOfBerlinDay(asked.to ?? dateAfter(day, 1)).getTime()
  if (end <= from) throw invalidField('to', 'date.invalid')
  if (end - from > rangeMsMax.day) throw invalidField('to', 'too_long')
  const range = { siteId, from, to: Math.min(end, closed) }
  const known = await selectKnown(db, range)
  const heard = Map.groupBy(await selectHeard(db, range), ({ channel_number }) => channel_number)
  const firsts = await firstSlots(db, siteId)
  const refusals = (await listRejections(db, scope, siteId)).map(({ channel, reading_at: at, created_at, code }) => ({
    channel,
    code,
    // The time of the value; unknown for a sender whose clock is ahead or that sends none.
    at: code === 'at.future' || Number.isNaN(Date.parse(at)) ? Date.parse(created_at) : Date.parse(at),
  }))
  const proposals = (await listProposals(db, scope, siteId)).map(({ created_at: at }) => Date.parse(at))
  return gapsOf({
    firstAt: (await selectFirstKnown(db, { siteId }))[0]?.at_ms ?? null,
    stretches: stretchesBetween(known, range),
    channels: channels.map(({ number, name, role, device, created_at: createdAt }) => ({
      number,
      name,
      place: `${role} ${device}`,
      createdAt: Date.parse(createdAt),
      firstAt: firsts.get(number) ?? null,
    })),
    heard: new Map([...heard].map(([number, rows]) => [number, new Set(rows.map(({ at_ms }) => at_ms))])),
    refusals,
    proposedAt: proposals.length === 0 ? null : Math.min(...proposals),
  })
}

async function firstSlots(db: Connection, siteId: string): Promise<Map<number, number>> {
  const rows = await selectFirst(db, { siteId })
  return new Map(rows.flatMap(({ number, at_ms: at }) => (at === null ? [] : [[number, at]])))
}

type Range = { readonly siteId: string; readonly from: number; readonly to: number }

const before = sql<number | null>`lag(at_ms) over (order by at_ms)`
const after = sql<number | null>`lead(at_ms) over (order by at_ms)`
/** Only the quarter-hours at the edges of gaps: years have few of them. */
const selectKnown = prepared<Range>()((db, param) =>
  db
    .selectFrom(known =>
      known
        .selectFrom('energy_site_slot')
        .select(['at_ms as at', before.as('before'), after.as('after')])
        .where('site_id', '=', param('siteId'))
        .where('at_ms', '>=', param('from'))
        .where('at_ms', '<', param('to'))
        .where('quality', '<>', 'gap')
        .as('known'),
    )
    .selectAll()
    .where(eb => eb.or([eb('before', 'is', null), eb('after', 'is', null), eb('after', '>', sql<number>`at + 900000`)]))
    .orderBy('at'),
)
const selectFirstKnown = prepared<{ siteId: string }>()((db, param) =>
  db
    .selectFrom('energy_site_slot')
    .select('at_ms')
    .where('site_id', '=', param('siteId'))
    .where('quality', '<>', 'gap')
    .orderBy('at_ms')
    .limit(1),
)
/** Slots of channels within the gaps of their site. */
const selectHeard = prepared<Range>()((db, param) =>
  db
    .selectFrom('energy_site_slot as gap')
    .innerJoin('energy_channel', 'energy_channel.site_id', 'gap.site_id')
    .innerJoin('energy_slot', join =>
      join
        .onRef('energy_slot.channel_number', '=', 'energy_channel.number')
        .onRef('energy_slot.at_ms', '=', 'gap.at_ms'),
    )
    .select(['energy_slot.channel_number', 'energy_slot.at_ms'])
    .where('gap.site_id', '=', param('siteId'))
    .where('gap.at_ms', '>=', param('from'))
    .where('gap.at_ms', '<', param('to'))
    .where('gap.quality', '=', 'gap')
    .where('energy_slot.quality', '<>', 'gap'),
)
const selectFirst = prepared<{ siteId: string }>()((db, param) =>
  db
    .selectFrom('energy_channel')
    .select(eb => [
      'number',
      eb
        .selectFrom('energy_slot')
        .select('energy_slot.at_ms')
        .whereRef('energy_slot.channel_number', '=', 'energy_channel.number')
        .orderBy('energy_slot.at_ms')
        .limit(1)
        .as('at_ms'),
    ])
    .where('site_id', '=', param('siteId')),
)
