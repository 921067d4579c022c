/** Notifies customers with dynamic tariffs that prices fall below zero tomorrow, once per site and day. */
import { sql } from 'kysely'
import type { SiteZone } from '#contract/energy-sites.ts'
import { calendarDate, dateTimeText, dayMs, plusMs, startOfBerlinDay, timeOfDay } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byPortal } from '#server/mail/budget.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { listPrices, sourceLineOf } from './energy-price.queries.ts'
import { listTariffHistory } from './energy-tariff.queries.ts'
import { tariffFieldsOf } from './energy-tariff.rules.ts'
import { negativePriceMail } from './negative-price.mails.ts'

export async function notifyNegativePrices(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  const date = dateAfter(calendarDate(now), 1)
  const from = startOfBerlinDay(date)
  const to = startOfBerlinDay(calendarDate(plusMs(from, 1.5 * dayMs)))
  for (const { zone } of await runtime.db.selectFrom('energy_site').select('zone').distinct().execute()) {
    const prices = await listPrices(runtime.db, { zone, from: from.getTime(), to: to.getTime() })
    const spans = negativeSpans(prices)
    const source = sourceLineOf(prices)
    if (spans.length === 0 || source === null) continue
    await notifyZone(runtime, zone, date, { day: dayText(from), spans, source })
  }
}

/** `12. März 2026` */
function dayText(at: Date): string {
  return dateTimeText(at).replace(/ um .*$/, '')
}

type Day = { readonly day: string; readonly spans: readonly (readonly [string, string])[]; readonly source: string }

async function notifyZone(runtime: Runtime, zone: SiteZone, date: string, day: Day): Promise<void> {
  const notified = runtime.db.selectFrom('notification').select('key').where('kind', '=', 'energy_negative_prices')
  const sites = await runtime.db
    .selectFrom('energy_site')
    .select(['id', 'name', 'customer_id'])
    .where('zone', '=', zone)
    .where('id', 'in', eb => eb.selectFrom('energy_tariff').select('site_id'))
    .where(eb => eb(sql<string>`energy_site.id || ${`:${date}`}`, 'not in', notified))
    .execute()
  for (const { id, name, customer_id: customerId } of sites) {
    if (!(await isDynamic(runtime, id, date))) continue
    const portalUrl = `${baseUrl(runtime.config)}/customer-portal/power-master?site=${id}`
    await inTransaction(runtime, trx =>
      notifyCustomer(trx, byPortal(runtime), {
        customerId,
        kind: 'energy_negative_prices',
        key: `${id}:${date}`,
        mail: negativePriceMail({ siteName: name, portalUrl, ...day }),
      }),
    )
  }
}

/** Whether the tariff of that day follows the exchange. */
async function isDynamic({ db }: Pick<Runtime, 'db'>, siteId: string, date: string): Promise<boolean> {
  const tariff = (await listTariffHistory(db, siteId)).findLast(({ valid_from }) => valid_from <= date)
  return tariff !== undefined && tariffFieldsOf(tariff).tariff.supply.spotShare > 0
}

/** Quarter-hours below zero that follow each other, as times of day. */
export function negativeSpans(
  prices: readonly { readonly at_ms: number; readonly spot_thousandths: number }[],
): [from: string, to: string][] {
  const spans: { from: number; to: number }[] = []
  for (const { at_ms: at, spot_thousandths: spot } of prices.toSorted((one, other) => one.at_ms - other.at_ms)) {
    if (spot >= 0) continue
    const last = spans.at(-1)
    if (last !== undefined && last.to === at) last.to += slotMs
    else spans.push({ from: at, to: at + slotMs })
  }
  return spans.map(({ from, to }) => [timeOfDay(new Date(from)), timeOfDay(new Date(to))])
}
