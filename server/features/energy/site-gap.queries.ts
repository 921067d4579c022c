import type { EnergyGap } from '#contract/energy-gaps.ts'
import { isCounter } from '#contract/energy-roles.ts'
import { calendarDate, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { slotOf } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { listLiveChannels, listRejections } from './energy-history.queries.ts'
import { listProposals } from './energy-proposal.queries.ts'
import { gapsOf } from './gap-reason.rules.ts'
import { closedAfterMs } from './slot.queries.ts'

/** The gaps of a site in scope on a day, up to its last closed quarter-hour; 404 outside the scope. */
export async function readGaps(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
  day = calendarDate(clock.now()),
): Promise<EnergyGap[]> {
  const channels = (await listLiveChannels(db, scope, siteId)).filter(
    ({ measure }) => measure === 'power' || isCounter(measure),
  )
  const closed = slotOf(clock.now().getTime() - closedAfterMs)
  const from = startOfBerlinDay(day).getTime()
  const to = Math.min(startOfBerlinDay(dateAfter(day, 1)).getTime(), closed)
  const range = { siteId, from, to }
  const slots = await selectSiteSlots(db, range)
  const heard = Map.groupBy(
    (await selectHeard(db, range)).filter(({ quality }) => quality !== 'gap'),
    ({ channel_number }) => channel_number,
  )
  const firsts = await firstSlots(db, siteId)
  const refusals = (await listRejections(db, scope, siteId)).map(({ channel, reading_at: at, created_at, code }) => ({
    channel,
    code,
    // Of when the value is; the time of a sender whose clock is ahead, or that sends none, is not known.
    at: code === 'at.future' || Number.isNaN(Date.parse(at)) ? Date.parse(created_at) : Date.parse(at),
  }))
  const proposals = (await listProposals(db, scope, siteId)).map(({ created_at: at }) => Date.parse(at))
  return gapsOf({
    from,
    to,
    channels: channels.map(({ number, name, role, device, created_at: createdAt }) => ({
      number,
      name,
      place: `${role} ${device}`,
      createdAt: Date.parse(createdAt),
      firstAt: firsts.get(number) ?? null,
    })),
    known: new Set(slots.filter(({ quality }) => quality !== 'gap').map(({ at_ms }) => at_ms)),
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

const selectSiteSlots = prepared<Range>()((db, param) =>
  db
    .selectFrom('energy_site_slot')
    .select(['at_ms', 'quality'])
    .where('site_id', '=', param('siteId'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to')),
)
const selectHeard = prepared<Range>()((db, param) =>
  db
    .selectFrom('energy_channel')
    .innerJoin('energy_slot', 'energy_slot.channel_number', 'energy_channel.number')
    .select(['energy_slot.channel_number', 'energy_slot.at_ms', 'energy_slot.quality'])
    .where('energy_channel.site_id', '=', param('siteId'))
    .where('energy_slot.at_ms', '>=', param('from'))
    .where('energy_slot.at_ms', '<', param('to')),
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
