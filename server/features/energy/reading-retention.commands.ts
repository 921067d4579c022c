import { minuteMonths, readingDays } from '#contract/limits.ts'
import { dayMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'

const monthDaysMax = 31

/**
 * Deletes readings and minutes that are no longer kept, channel by channel: other writers get their turn between two.
 * Readings stay a day longer than they are taken, so that the first that counts still has the one before.
 */
export async function removeOldReadings(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now().getTime()
  const oldest = {
    energy_reading: now - (readingDays + 1) * dayMs,
    energy_minute: now - minuteMonths * monthDaysMax * dayMs,
  }
  const channels = await runtime.db.selectFrom('energy_channel').select('number').execute()
  for (const { number } of channels) {
    await inTransaction(runtime, async trx => {
      for (const table of ['energy_reading', 'energy_minute'] as const) {
        await trx.deleteFrom(table).where('channel_number', '=', number).where('at_ms', '<', oldest[table]).execute()
      }
    })
  }
}
