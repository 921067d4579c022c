import { dnsHistoryDays } from '#contract/limits.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** Deletes calls of endpoints and changes of host names that are no longer kept. */
export async function removeOldHistory(runtime: Runtime): Promise<void> {
  const oldest = instantText(plusMs(runtime.clock.now(), -dnsHistoryDays * dayMs))
  await inTransaction(runtime, async trx => {
    for (const table of ['dns_call', 'dns_change'] as const) {
      await trx.deleteFrom(table).where('at', '<', oldest).execute()
    }
  })
}
