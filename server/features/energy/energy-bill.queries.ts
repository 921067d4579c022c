import type { EnergyBill, SitePrices, TariffTerms } from '#contract/energy-tariffs.ts'
import { invalidField } from '#server/app-error.ts'
import { calendarDate, dayMs, hourMs, instantText, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { slotMs } from './channel-slots.rules.ts'
import {
  billOf,
  dateAfter,
  monthRange,
  type SlotPrice,
  slotPrice,
  slotPrices,
  spotOf,
  tariffSpans,
} from './energy-bill.rules.ts'
import { listPrices, sourceLineOf } from './energy-price.queries.ts'
import { getSite, type SiteRow } from './energy-site.queries.ts'
import { listTariffHistory } from './energy-tariff.queries.ts'
import { tariffFieldsOf, tariffTermsOf } from './energy-tariff.rules.ts'

/** The bill of a month of a site in scope; 404 outside the scope, 422 for a month to come. */
export async function readBill(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
  asked: string | undefined,
): Promise<EnergyBill> {
  const site = await getSite(db, scope, siteId)
  const now = clock.now()
  const month = asked ?? calendarDate(now).slice(0, 7)
  if (month > calendarDate(now).slice(0, 7)) throw invalidField('month', 'date.in_future')
  const dates = monthRange(month)
  const from = startOfBerlinDay(dates.from).getTime()
  const to = startOfBerlinDay(dates.to).getTime()
  const slots = await selectGridSlots(db, { siteId, from, to })
  const prices = await listPrices(db, { zone: site.zone, from: from - 2 * dayMs, to })
  const bill = billOf(month, await listTariffHistory(db, siteId), spotOf(prices), slots)
  const coveredMs = slots.reduce((all, slot) => all + slot.covered_ms, 0)
  const passedMs = Math.min(to, now.getTime()) - from
  return {
    ...bill,
    coverage: passedMs > 0 ? Math.min(1, Math.round((coveredMs / passedMs) * 10_000) / 10_000) : 0,
    source: sourceLineOf(prices),
  }
}

/** The prices of a site in scope, today and tomorrow; 404 outside the scope. */
export async function readSitePrices(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
): Promise<SitePrices> {
  const site = await getSite(db, scope, siteId)
  const today = calendarDate(clock.now())
  const end = dateAfter(today, 2)
  const range = { from: startOfBerlinDay(today).getTime(), to: startOfBerlinDay(end).getTime() }
  const prices = await listPrices(db, { zone: site.zone, from: range.from - 2 * dayMs, to: range.to })
  const spot = spotOf(prices)
  const spans = tariffSpans(await listTariffHistory(db, siteId), today, end)
  return {
    results: spans
      .flatMap(span => slotPrices(span, spot))
      .map(({ at, ...price }) => ({ startsAt: instantText(new Date(at)), ...price })),
    followsExchange: spans.some(({ tariff }) => tariff !== null && tariffFieldsOf(tariff).tariff.supply.spotShare > 0),
    source: sourceLineOf(prices),
  }
}

/** The price of the current quarter-hour of a site that is in scope already; null without a tariff. */
export async function readPriceNow(
  connection: Connection,
  { id, zone }: Pick<SiteRow, 'id' | 'zone'>,
  now: Date,
): Promise<SlotPrice | null> {
  const at = now.getTime() - (now.getTime() % slotMs)
  const [tariffs, prices] = await Promise.all([
    listTariffHistory(connection, id),
    listPrices(connection, { zone, from: at - 2 * dayMs - hourMs, to: at + slotMs }),
  ])
  return slotPrice(tariffs, at, spotOf(prices))
}

/** The legal terms for the feed-in of a site in scope; 404 outside the scope. */
export async function readTariffTerms(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  siteId: string,
): Promise<TariffTerms> {
  return tariffTermsOf(await getSite(db, scope, siteId))
}

const selectGridSlots = prepared<{ siteId: string; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_site_slot')
    .select(['at_ms', 'import_mwh', 'export_mwh', 'covered_ms'])
    .where('site_id', '=', param('siteId'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms'),
)
