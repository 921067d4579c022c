/** Computes slots, days and sums from readings; recomputes only changed ones. */
import type { Transaction } from 'kysely'
import { readingsPerSlotMax } from '#contract/energy-limits.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { rollUpChannels } from './channel-roll-up.commands.ts'
import { slotMs } from './channel-slots.rules.ts'
import { countOfSlots } from './energy-reading.queries.ts'
import { rollUpSites } from './site-roll-up.commands.ts'
import { closedAfterMs, type DueSlot, listDueSlots } from './slot.queries.ts'
import { type SlotPlace, slotsOfPortion, slotsToRead } from './slot-portion.rules.ts'

type Trx = Transaction<Database>

/** Slots of one transaction, 0.2 ms each on SQLite: other writers get their turn in between. */
const slotsAtOnce = 64

/** Computes all closed slots whose readings have changed, and what depends on them. */
export async function rollUp(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now().getTime()
  const before = now - slotMs - closedAfterMs + 1
  for (let isMore = true; isMore; ) {
    isMore = await inTransaction(runtime, async trx => {
      const listed = await listDueSlots(trx, { before, limit: slotsAtOnce })
      if (listed.length === 0) return false
      const due = await portionOf(trx, listed)
      await rollUpChannels(trx, due, now)
      await rollUpSites(trx, due)
      return listed.length === slotsAtOnce || due.length < listed.length
    })
  }
}

/** The first due slots, as many as have few enough readings. */
async function portionOf(trx: Trx, due: readonly DueSlot[]): Promise<readonly DueSlot[]> {
  const places = due.map(({ channel_number: number, at_ms: at }) => ({ number, at }))
  const nameOf = ({ number, at }: SlotPlace) => `${number} ${at}`
  const read = [...new Map(places.flatMap(slotsToRead).map(slot => [nameOf(slot), slot])).values()]
  const counts = await countOfSlots(trx, read)
  const byName = new Map(read.map((slot, place) => [nameOf(slot), counts[place] ?? readingsPerSlotMax]))
  return due.slice(
    0,
    slotsOfPortion(places, slot => byName.get(nameOf(slot)) ?? 0),
  )
}
