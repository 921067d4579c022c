/** Deletes the measured rows of channels in portions, before the channels: other writers get their turn in between. */
import type { Runtime } from '#server/context.ts'
import { monthlyTables } from '#server/database/postgres/month-partitions.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** Some ten milliseconds on SQLite. */
const rowsAtOnce = 10_000

/** Slots are kept for ever: theirs is the largest table after a year. */
const measuredTables = [...monthlyTables, 'energy_slot'] as const

/**
 * Leaves the first reading of each channel and the last of a portion: the time of the readings is still known, and the
 * rest is deleted with the channel.
 */
export async function removeMeasuredRows(
  runtime: Pick<Runtime, 'db' | 'wake'>,
  channels: readonly { readonly number: number }[],
): Promise<void> {
  for (const { number } of channels) {
    for (const table of measuredTables) {
      while (await removePortion(runtime, table, number));
    }
  }
}

/** As `removeMeasuredRows`, for all channels of a customer. */
export async function removeMeasuredRowsOf(runtime: Pick<Runtime, 'db' | 'wake'>, customerId: string): Promise<void> {
  const channels = await runtime.db
    .selectFrom('energy_channel')
    .select('number')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  await removeMeasuredRows(runtime, channels)
}

/** Returns whether there may be more. */
function removePortion(
  runtime: Pick<Runtime, 'db' | 'wake'>,
  table: (typeof measuredTables)[number],
  number: number,
): Promise<boolean> {
  return inTransaction(runtime, async trx => {
    const ats = trx.selectFrom(table).select('at_ms').where('channel_number', '=', number).orderBy('at_ms').limit(1)
    const first = await ats.executeTakeFirst()
    const end = await ats.offset(rowsAtOnce).executeTakeFirst()
    if (first === undefined || end === undefined) return false
    await trx
      .deleteFrom(table)
      .where('channel_number', '=', number)
      .where('at_ms', '>', first.at_ms)
      .where('at_ms', '<', end.at_ms)
      .execute()
    return true
  })
}
