import type { Connection } from '#server/context.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { listAccountedSlots } from './slot-account.queries.ts'
import { accountColumns, sumAccounts } from './slot-account.rules.ts'

/** Days whose slots are in memory at once. */
const daysAtOnce = 31

/** Sites and dates whose account differs from that of its slots although it is not due. */
export async function checkEnergyAccounts(connection: Connection): Promise<{ name: string; date: string }[]> {
  const sites = await connection
    .selectFrom('energy_site')
    .select(['id', 'name', 'zone'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const wrong: { name: string; date: string }[] = []
  for (const site of sites) {
    let days = await listAccounts(connection, site.id, '')
    while (days.length > 0) {
      const [from, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
      // Days that follow each other have their slots read together; after a gap of years the rest comes later.
      const to = [dateAfter(last, 1), dateAfter(from, daysAtOnce)].toSorted()[0] ?? ''
      const slots = Map.groupBy(await listAccountedSlots(connection, site, { from, to }), ({ date }) => date)
      for (const day of days.filter(({ date }) => date < to)) {
        const sums = sumAccounts(slots.get(day.date) ?? [])
        if (accountColumns.some(column => sums[column] !== day[column])) wrong.push({ name: site.name, date: day.date })
      }
      days = await listAccounts(connection, site.id, dateAfter(to, -1))
    }
  }
  return wrong
}

/** From the day after this one on. */
function listAccounts(connection: Connection, siteId: string, after: string) {
  return connection
    .selectFrom('energy_site_day')
    .select(['date', ...accountColumns])
    .where('site_id', '=', siteId)
    .where('is_account_due', '=', 0)
    .where('date', '>', after)
    .orderBy('date')
    .limit(daysAtOnce)
    .execute()
}
