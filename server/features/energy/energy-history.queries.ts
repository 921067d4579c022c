import type { EnergyHistory, EnergyStep } from '#contract/energy-history.ts'
import { isCounter } from '#contract/energy-roles.ts'
import { rejectionsMax } from '#contract/limits.ts'
import { invalidField } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import { calendarDate, dayMs, minuteMs, plusMs, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import type { ChannelSlot } from './channel-slots.rules.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { addUpSteps, momentOf, rangeMsMax, type Stretch, stepOf } from './energy-history.rules.ts'
import { getSite } from './energy-site.queries.ts'
import { siteSlot } from './site-slots.rules.ts'
import { siteSlotColumns } from './slot.commands.ts'

type Range = { readonly from: number; readonly to: number }

/** The energy of a site in scope in steps. 404 outside the scope, 422 for a range that is empty or too long. */
export async function readHistory(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step: EnergyStep },
): Promise<EnergyHistory> {
  await getSite(db, scope, siteId)
  const { step } = asked
  const now = clock.now()
  const from = momentOf(asked.from ?? calendarDate(now), step)
  const to = momentOf(asked.to ?? dateAfter(now), step)
  if (from === null) throw invalidField('from', 'date.invalid')
  if (to === null || to <= from) throw invalidField('to', 'date.invalid')
  if (to - from > rangeMsMax[step]) throw invalidField('to', 'too_long')
  const stretches = await readStretches(db, siteId, step, { from, to })
  return addUpSteps(stretches, { from, to, now: now.getTime() })
}

/** Tomorrow, of Europe/Berlin: no day is as long as a day and a half. */
function dateAfter(now: Date): string {
  return calendarDate(plusMs(startOfBerlinDay(calendarDate(now)), 1.5 * dayMs))
}

async function readStretches(db: Connection, siteId: string, step: EnergyStep, range: Range): Promise<Stretch[]> {
  switch (step) {
    case 'minute':
      return readMinutes(db, siteId, range)
    case 'slot':
    case 'hour': {
      const rows = await selectSlots(db, { siteId, ...range })
      return rows.map(row => ({ ...row, ...stepOf(step, row.at_ms, row.date) }))
    }
    default: {
      const dates = { from: calendarDate(new Date(range.from)), to: calendarDate(new Date(range.to)) }
      const rows = await selectDays(db, { siteId, ...dates })
      return rows.map(row => ({ ...row, ...stepOf(step, 0, row.date) }))
    }
  }
}

/** Minutes are kept by channel, for power and levels. */
async function readMinutes(db: Connection, siteId: string, range: Range): Promise<Stretch[]> {
  const channels = await selectChannels(db, { siteId })
  const rows = await selectMinutes(db, { siteId, ...range })
  const found = channels
    .filter(({ measure }) => !isCounter(measure))
    .map(({ storage_id: storageId, ...channel }) => ({ ...channel, storageId }))
  const minutes = [...Map.groupBy(rows, ({ at_ms }) => at_ms)].toSorted(([one], [other]) => one - other)
  return minutes.map(([at, ofMinute]) => {
    const slots = new Map(ofMinute.map(row => [row.channel_number, minuteSlot(row)]))
    return { ...siteSlotColumns(siteId, siteSlot(at, found, slots)), ...stepOf('minute', at, '') }
  })
}

type MinuteRow = { at_ms: number; mean_thousandths: number | null; covered_ms: number }

function minuteSlot({ at_ms: at, mean_thousandths: mean, covered_ms: coveredMs }: MinuteRow): ChannelSlot {
  const mwh = mean === null ? null : Math.round((mean * coveredMs) / 3_600_000)
  return {
    at,
    mwh: mwh === null ? null : Math.max(0, mwh),
    reverseMwh: mwh === null ? null : Math.max(0, -mwh),
    mean,
    least: mean,
    most: mean,
    last: mean,
    coveredMs,
    quality: coveredMs * 2 < minuteMs ? 'gap' : 'measured',
  }
}

/** All channels of a site in scope; 404 outside the scope. */
export async function listLiveChannels(connection: Connection, scope: Scope, siteId: string): Promise<ChannelRow[]> {
  await getSite(connection, scope, siteId)
  return selectChannels(connection, { siteId })
}

/** The refused readings of a site in scope, newest first; 404 outside the scope. */
export async function listRejections(connection: Connection, scope: Scope, siteId: string) {
  await getSite(connection, scope, siteId)
  return selectRejections(connection, { siteId, limit: rejectionsMax })
}

const selectChannels = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_channel').selectAll().where('site_id', '=', param('siteId')).orderBy('id'),
)
const selectSlots = prepared<{ siteId: string } & Range>()((db, param) =>
  db
    .selectFrom('energy_site_slot')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms'),
)
const selectDays = prepared<{ siteId: string; from: string; to: string }>()((db, param) =>
  db
    .selectFrom('energy_site_day')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .where('date', '>=', param('from'))
    .where('date', '<', param('to'))
    .orderBy('date'),
)
const selectMinutes = prepared<{ siteId: string } & Range>()((db, param) =>
  db
    .selectFrom('energy_channel')
    .innerJoin('energy_minute', 'energy_minute.channel_number', 'energy_channel.number')
    .selectAll('energy_minute')
    .where('energy_channel.site_id', '=', param('siteId'))
    .where('energy_minute.at_ms', '>=', param('from'))
    .where('energy_minute.at_ms', '<', param('to')),
)
const selectRejections = prepared<{ siteId: string; limit: number }>()((db, param) =>
  db
    .selectFrom('energy_rejection')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .orderBy('id', 'desc')
    .limit(param('limit')),
)
