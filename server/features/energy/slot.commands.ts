/** From readings to slots, days and sums; recomputes only what changed. */
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { rollUpChannels } from './channel-roll-up.commands.ts'
import { slotMs } from './channel-slots.rules.ts'
import { rollUpSites } from './site-roll-up.commands.ts'
import { closedAfterMs, listDueSlots } from './slot.queries.ts'

/** Slots of one transaction, 0.2 ms each on SQLite: other writers get their turn between two. */
const slotsAtOnce = 64

/** Computes all closed slots whose readings have changed, and what depends on them. */
export async function rollUp(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now().getTime()
  const before = now - slotMs - closedAfterMs + 1
  for (let done = slotsAtOnce; done === slotsAtOnce; ) {
    done = await inTransaction(runtime, async trx => {
      const due = await listDueSlots(trx, { before, limit: slotsAtOnce })
      if (due.length === 0) return 0
      await rollUpChannels(trx, due, now)
      await rollUpSites(trx, due)
      return due.length
    })
  }
}
