/** Cost and origin of the energy of whole days; recomputed after slots, a tariff or prices changed. */
import type { Transaction } from 'kysely'
import type { SiteZone } from '#contract/energy-sites.ts'
import { calendarDate } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { listAccountedSlots, listDueDays } from './slot-account.queries.ts'
import { sumAccounts } from './slot-account.rules.ts'

type Trx = Transaction<Database>

/** Days of one transaction, a few milliseconds each: other writers get their turn in between. */
const daysAtOnce = 10

/** Computes the days that are over and due. Today changes every quarter-hour: it is computed when it is read. */
export async function accountDays(runtime: Runtime): Promise<void> {
  const before = calendarDate(runtime.clock.now())
  for (let done = daysAtOnce; done === daysAtOnce; ) {
    done = await inTransaction(runtime, async trx => {
      const due = await listDueDays(trx, { before, limit: daysAtOnce })
      for (const { date, ...site } of due) {
        // Runs first: a tariff that changes from now on marks the day again.
        await setDay(trx, site.id, date, { is_account_due: 0 })
        const slots = await listAccountedSlots(trx, site, { from: date, to: dateAfter(date, 1) })
        await setDay(trx, site.id, date, { ...sumAccounts(slots), is_saving_due: 1 })
      }
      return due.length
    })
  }
}

async function setDay(
  trx: Trx,
  siteId: string,
  date: string,
  values: (ReturnType<typeof sumAccounts> & { is_saving_due: 1 }) | { is_account_due: 0 },
): Promise<void> {
  await trx.updateTable('energy_site_day').set(values).where('site_id', '=', siteId).where('date', '=', date).execute()
}

/** Marks days after a change of the tariffs of a site. */
export async function markDaysSince(trx: Trx, siteId: string, date: string): Promise<void> {
  await trx
    .updateTable('energy_site_day')
    .set({ is_account_due: 1 })
    .where('site_id', '=', siteId)
    .where('date', '>=', date)
    .execute()
}

/** Marks days after the prices of a day arrived: the two days after it may have been filled from that day. */
export async function markDaysOfZone(trx: Trx, zone: SiteZone, date: string): Promise<void> {
  await trx
    .updateTable('energy_site_day')
    .set({ is_account_due: 1 })
    .where('site_id', 'in', trx.selectFrom('energy_site').select('id').where('zone', '=', zone))
    .where('date', 'in', [date, dateAfter(date, 1), dateAfter(date, 2)])
    .execute()
}
