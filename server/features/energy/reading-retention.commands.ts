import { minuteMonths, readingDays } from '#contract/energy-limits.ts'
import { dayMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import {
  addMonth,
  deleteOldRest,
  dropMonth,
  listMonths,
  listMonthsOfRest,
  monthlyTables,
  monthOf,
  monthSpan,
} from '#server/database/postgres/month-partitions.ts'
import { inTransaction } from '#server/database/transaction.ts'

const monthDaysMax = 31
/** Months that are created in PostgreSQL before their readings arrive. */
const monthsAhead = 2

/**
 * Removes readings and minutes that are no longer kept. Readings stay a day longer than they are accepted, so that the
 * first one that counts still has its predecessor. PostgreSQL drops whole months, and so keeps up to a month more.
 */
export async function removeOldReadings(runtime: Runtime): Promise<void> {
  if (runtime.engine === 'postgres') await dropOldMonths(runtime)
  else await deleteOldRows(runtime)
}

/** PostgreSQL: adds this month and the next ones, and months of readings that arrived before theirs existed. */
export async function addMonths(runtime: Runtime): Promise<void> {
  if (runtime.engine !== 'postgres') return
  const { oldest, coming } = monthsOf(runtime)
  for (const table of monthlyTables) {
    const present = new Set(await listMonths(runtime.db, table))
    const waiting = (await listMonthsOfRest(runtime.db, table)).filter(month => monthSpan(month).to > oldest[table])
    for (const month of new Set([...coming, ...waiting])) {
      if (!present.has(month)) await inTransaction(runtime, trx => addMonth(trx, table, month))
    }
  }
}

function monthsOf({ clock }: Pick<Runtime, 'clock'>) {
  const now = clock.now()
  return {
    oldest: {
      energy_reading: now.getTime() - (readingDays + 1) * dayMs,
      energy_minute: now.getTime() - minuteMonths * monthDaysMax * dayMs,
    },
    coming: Array.from({ length: monthsAhead + 1 }, (_, ahead) =>
      monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)),
    ),
  }
}

async function dropOldMonths(runtime: Runtime): Promise<void> {
  const { oldest } = monthsOf(runtime)
  for (const table of monthlyTables) {
    const months = await listMonths(runtime.db, table)
    for (const month of months.filter(each => monthSpan(each).to <= oldest[table])) {
      await inTransaction(runtime, trx => dropMonth(trx, table, month))
    }
    await inTransaction(runtime, trx => deleteOldRest(trx, table, oldest[table]))
  }
}

/** Channel by channel: other writers get their turn in between. */
async function deleteOldRows(runtime: Runtime): Promise<void> {
  const { oldest } = monthsOf(runtime)
  const channels = await runtime.db.selectFrom('energy_channel').select('number').execute()
  for (const { number } of channels) {
    await inTransaction(runtime, async trx => {
      for (const table of monthlyTables) {
        await trx.deleteFrom(table).where('channel_number', '=', number).where('at_ms', '<', oldest[table]).execute()
      }
    })
  }
}
