import type { EnergyHistory, EnergyLive, EnergyStep } from '#contract/energy-history.ts'
import { rejectionsMax } from '#contract/energy-limits.ts'
import { isCounter } from '#contract/energy-roles.ts'
import { invalidField } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import { calendarDate, minuteMs } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import type { AccountColumns } from '#server/database/energy-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import type { ChannelSlot } from './channel-slots.rules.ts'
import { readPriceNow } from './energy-bill.queries.ts'
import { dateAfter, type SlotPrice } from './energy-bill.rules.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { addUpSteps, rangeMsMax, type Stretch, startOf, stepOf } from './energy-history.rules.ts'
import { getSite, type SiteRow } from './energy-site.queries.ts'
import { siteSlotColumns } from './site-roll-up.commands.ts'
import { siteSlot } from './site-slots.rules.ts'
import { listAccountedSlots } from './slot-account.queries.ts'
import { noAccount, sumAccounts } from './slot-account.rules.ts'
import { listStoragesNow } from './storage-now.queries.ts'

type Range = { readonly from: number; readonly to: number }

/** The energy of a site in scope in steps. 404 outside the scope, 422 for a range that is empty or too long. */
export async function readHistory(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step: EnergyStep },
): Promise<EnergyHistory> {
  const site = await getSite(db, scope, siteId)
  const { step } = asked
  const now = clock.now()
  const today = calendarDate(now)
  const from = startOf(asked.from ?? today, step)
  const to = startOf(asked.to ?? dateAfter(today, 1), step)
  if (from === null) throw invalidField('from', 'date.invalid')
  if (to === null || to <= from) throw invalidField('to', 'date.invalid')
  if (to - from > rangeMsMax[step]) throw invalidField('to', 'too_long')
  const stretches = await readStretches(db, site, { from, to, step, today })
  return addUpSteps(stretches, { from, to, now: now.getTime() })
}

type Asked = Range & { readonly step: EnergyStep; readonly today: string }

async function readStretches(db: Connection, site: SiteRow, { step, today, ...range }: Asked): Promise<Stretch[]> {
  switch (step) {
    case 'minute':
      return readMinutes(db, site.id, range)
    case 'slot':
    case 'hour': {
      const last = calendarDate(new Date(range.to - 1))
      const dates = { from: calendarDate(new Date(range.from)), to: dateAfter(last, 1) }
      return (await listAccountedSlots(db, site, dates))
        .filter(({ at_ms: at }) => at >= range.from && at < range.to)
        .map(slot => ({ ...slot, ...stepOf(step, slot.at_ms, slot.date) }))
    }
    default: {
      const dates = { from: calendarDate(new Date(range.from)), to: calendarDate(new Date(range.to)) }
      const rows = await selectDays(db, { siteId: site.id, ...dates })
      const hasToday = rows.some(({ date }) => date === today)
      const account = hasToday ? await accountToday(db, site, today) : null
      return rows.map(row => ({ ...row, ...(row.date === today ? account : null), ...stepOf(step, 0, row.date) }))
    }
  }
}

/** As `accountDays` computes it when the day is over. */
async function accountToday(db: Connection, site: SiteRow, today: string): Promise<AccountColumns> {
  return sumAccounts(await listAccountedSlots(db, site, { from: today, to: dateAfter(today, 1) }))
}

/** Minutes are kept by channel, for power and levels. Accounts begin at quarter-hours. */
async function readMinutes(db: Connection, siteId: string, range: Range): Promise<Stretch[]> {
  const channels = await selectChannels(db, { siteId })
  const rows = await selectMinutes(db, { siteId, ...range })
  const found = channels
    .filter(({ measure }) => !isCounter(measure))
    .map(({ storage_id: storageId, ...channel }) => ({ ...channel, storageId }))
  const minutes = [...Map.groupBy(rows, ({ at_ms }) => at_ms)].toSorted(([one], [other]) => one - other)
  return minutes.map(([at, ofMinute]) => {
    const slots = new Map(ofMinute.map(row => [row.channel_number, minuteSlot(row)]))
    return { ...siteSlotColumns(siteId, siteSlot(at, found, slots)), ...noAccount, ...stepOf('minute', at, '') }
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

/** The current values of a site in scope; 404 outside the scope. */
export async function readCurrentValues(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  siteId: string,
  now: Date,
): Promise<{ channels: ChannelRow[] } & Pick<EnergyLive, 'storages' | 'price'>> {
  const site = await getSite(db, scope, siteId)
  const [channels, storages, price] = await Promise.all([
    selectChannels(db, { siteId }),
    listStoragesNow(db, siteId, now),
    readPriceNow(db, site, now),
  ])
  return { channels, storages, price: price && pricePaid(price) }
}

function pricePaid({ importCt, exportCt, isEstimated }: SlotPrice): NonNullable<EnergyLive['price']> {
  return { importCt, exportCt, isEstimated }
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
