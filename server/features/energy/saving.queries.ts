/** Days whose savings are to be computed, the facts about them, and the results. */
import type { EnergySaving } from '#contract/energy-savings.ts'
import { invalidField } from '#server/app-error.ts'
import { calendarDate, dayMs, hourMs, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { dateAfter, slotPrices, spotOf, tariffSpans } from './energy-bill.rules.ts'
import { listPrices, sourceLineOf } from './energy-price.queries.ts'
import { getSite, type SiteRow } from './energy-site.queries.ts'
import { storageFieldsOf } from './energy-storage.rules.ts'
import { listTariffHistory } from './energy-tariff.queries.ts'
import { exportLimitOf } from './energy-tariff.rules.ts'
import { presentSavings } from './saving.present.ts'
import type { ReplayedStorage, SavingFacts } from './saving.rules.ts'
import { storageSlots } from './storage-slots.rules.ts'

/** The same as for the days of a history. */
const rangeMsMax = 1_100 * dayMs
/** A level counts as that of an edge of the day if it is this near. */
const levelMsMax = hourMs

/** The days of a site in scope; 404 outside the scope, 422 for a range that is empty or too long. */
export async function readSavings(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<EnergySaving> {
  const site = await getSite(db, scope, siteId)
  const today = calendarDate(clock.now())
  const from = asked.from ?? `${today.slice(0, 7)}-01`
  const to = asked.to ?? dateAfter(today, 1)
  if (to <= from) throw invalidField('to', 'date.invalid')
  const range = { from: startOfBerlinDay(from).getTime(), to: startOfBerlinDay(to).getTime() }
  if (range.to - range.from > rangeMsMax) throw invalidField('to', 'too_long')
  const rows = await selectSavings(db, { siteId: site.id, from, to })
  const [price] = await selectAnyPrice(db, { zone: site.zone, ...range })
  return presentSavings(rows, price === undefined ? null : sourceLineOf([price]))
}

/** Days that are over, accounted for and due, the latest first. */
export function listDueSavings(connection: Connection, range: { readonly before: string; readonly limit: number }) {
  return selectDue(connection, range)
}

type ReplayedSite = Pick<
  SiteRow,
  'id' | 'zone' | 'pv_watts' | 'max_import_w' | 'max_export_w' | 'can_curtail' | 'commissioned_on' | 'has_smart_meter'
>

/** The facts about a calendar date of a site. */
export async function readSavingFacts(connection: Connection, site: ReplayedSite, date: string): Promise<SavingFacts> {
  const next = dateAfter(date, 1)
  const range = { from: startOfBerlinDay(date).getTime(), to: startOfBerlinDay(next).getTime() }
  const slots = await selectSlots(connection, { siteId: site.id, ...range })
  const rows = await listPrices(connection, { zone: site.zone, from: range.from - 2 * dayMs, to: range.to })
  const spans = tariffSpans(await listTariffHistory(connection, site.id), date, next)
  return {
    siteId: site.id,
    ...range,
    coveredMs: slots.reduce((all, slot) => all + slot.covered_ms, 0),
    slots,
    prices: spans.flatMap(span => slotPrices(span, spotOf(rows))),
    storages: await readReplayed(connection, site.id, range),
    grid: { maxImportW: site.max_import_w, maxExportW: exportLimitOf(site), canCurtail: site.can_curtail === 1 },
  }
}

async function readReplayed(
  connection: Connection,
  siteId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReplayedStorage[]> {
  const storages = await selectStorages(connection, { siteId })
  const channels = await selectChannels(connection, { siteId })
  const rows = await selectChannelSlots(connection, { siteId, from: from - levelMsMax, to })
  return storages.map(storage => {
    const isOnly = storages.filter(({ kind }) => kind === storage.kind).length === 1
    const own = channels.filter(
      ({ role, storageId }) => role === storage.kind && (storageId === storage.id || (storageId === null && isOnly)),
    )
    const { name: _, commandTarget: __, ...fields } = storageFieldsOf(storage)
    return { id: storage.id, ...fields, ...storageSlots(own, rows, { from, to, levelMsMax }) }
  })
}

const selectDue = prepared<{ before: string; limit: number }>()((db, param) =>
  db
    .selectFrom('energy_site_day')
    .innerJoin('energy_site', 'energy_site.id', 'energy_site_day.site_id')
    .selectAll('energy_site')
    .select('energy_site_day.date')
    .where('energy_site_day.is_saving_due', '>', 0)
    .where('energy_site_day.is_account_due', '=', 0)
    .where('energy_site_day.date', '<', param('before'))
    .orderBy('energy_site_day.date', 'desc')
    .orderBy('energy_site_day.site_id', 'desc')
    .limit(param('limit')),
)
const selectSavings = prepared<{ siteId: string; from: string; to: string }>()((db, param) =>
  db
    .selectFrom('energy_saving')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .where('date', '>=', param('from'))
    .where('date', '<', param('to'))
    .orderBy('date'),
)
const selectAnyPrice = prepared<{ zone: SiteRow['zone']; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_price')
    .select(['at_ms', 'spot_thousandths', 'source'])
    .where('zone', '=', param('zone'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms', 'desc')
    .limit(1),
)
const selectSlots = prepared<{ siteId: string; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_site_slot')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms'),
)
const selectStorages = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_storage').selectAll().where('site_id', '=', param('siteId')).orderBy('id'),
)
const selectChannels = prepared<{ siteId: string }>()((db, param) =>
  db
    .selectFrom('energy_channel')
    .select(['number', 'role', 'measure', 'device', 'storage_id as storageId'])
    .where('site_id', '=', param('siteId'))
    .orderBy('id'),
)
const selectChannelSlots = prepared<{ siteId: string; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_channel')
    .innerJoin('energy_slot', 'energy_slot.channel_number', 'energy_channel.number')
    .selectAll('energy_slot')
    .where('energy_channel.site_id', '=', param('siteId'))
    .where('energy_slot.at_ms', '>=', param('from'))
    .where('energy_slot.at_ms', '<', param('to')),
)
