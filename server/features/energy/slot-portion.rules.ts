/** How many slots are computed in one transaction. Pure. */
import { slotMs } from './channel-slots.rules.ts'

/** Readings of one transaction: 64 slots with a value every ten seconds, and the slots beside them, have fewer. */
export const readingsAtOnce = 18_000

/** A slot of a channel. */
export type SlotPlace = { readonly number: number; readonly at: number }

/** The slot of a channel, and those beside it: computing it reads them all. */
export function slotsToRead({ number, at }: SlotPlace): SlotPlace[] {
  return [at - slotMs, at, at + slotMs].map(each => ({ number, at: each }))
}

/** How many of the due slots, from the first on, have few enough readings to be read together: at least one. */
export function slotsOfPortion(due: readonly SlotPlace[], countOf: (slot: SlotPlace) => number): number {
  const read = new Set<string>()
  let readings = 0
  const first = due.findIndex(slot => {
    for (const each of slotsToRead(slot)) {
      const place = `${each.number} ${each.at}`
      if (!read.has(place)) readings += countOf(each)
      read.add(place)
    }
    return readings > readingsAtOnce
  })
  return first < 0 ? due.length : Math.max(1, first)
}
