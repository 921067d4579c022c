import type { SiteZone } from '#contract/energy-sites.ts'
import { dayMs, startOfBerlinDay } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { dateAfter, spotOf } from './energy-bill.rules.ts'
import { listPrices } from './energy-price.queries.ts'
import { listTariffHistory } from './energy-tariff.queries.ts'
import { accountDay } from './slot-account.rules.ts'

type Site = { readonly id: string; readonly zone: SiteZone }
type Dates = { readonly from: string; readonly to: string }

/** The slots of a site that is in scope already, with their accounts, from a calendar date until before another. */
export async function listAccountedSlots(connection: Connection, site: Site, dates: Dates) {
  return [...(await readAccountedDays(connection, site, dates))].flat()
}

/** The same, one day at a time: the accounts of a day are computed only when it is taken. */
export async function readAccountedDays(connection: Connection, site: Site, dates: Dates) {
  const range = { from: startOfBerlinDay(dates.from).getTime(), to: startOfBerlinDay(dates.to).getTime() }
  const before = startOfBerlinDay(dateAfter(dates.from, -1)).getTime()
  const slots = await selectSlots(connection, { siteId: site.id, from: before, to: range.to })
  const tariffs = await listTariffHistory(connection, site.id)
  const prices = await listPrices(connection, { zone: site.zone, from: range.from - 2 * dayMs, to: range.to })
  const slotsOf = Map.groupBy(slots, ({ date }) => date)
  return (function* () {
    for (const [date, ofDay] of slotsOf) {
      if (date < dates.from) continue
      const start = startOfBerlinDay(date).getTime()
      const near = prices.filter(({ at_ms: at }) => at >= start - 2 * dayMs && at < start + 1.5 * dayMs)
      const spot = spotOf(near)
      yield accountDay(date, ofDay, { tariffs, spot, before: slotsOf.get(dateAfter(date, -1)) ?? [] })
    }
  })()
}

const selectSlots = prepared<{ siteId: string; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_site_slot')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms'),
)

/** Days before a date whose accounts are to be computed, the earliest first. */
export function listDueDays(connection: Connection, range: { readonly before: string; readonly limit: number }) {
  return selectDueDays(connection, range)
}

const selectDueDays = prepared<{ before: string; limit: number }>()((db, param) =>
  db
    .selectFrom('energy_site_day')
    .innerJoin('energy_site', 'energy_site.id', 'energy_site_day.site_id')
    .select(['energy_site.id', 'energy_site.zone', 'energy_site_day.date'])
    .where('energy_site_day.is_account_due', '=', 1)
    .where('energy_site_day.date', '<', param('before'))
    .orderBy('energy_site_day.date')
    .orderBy('energy_site_day.site_id')
    .limit(param('limit')),
)
