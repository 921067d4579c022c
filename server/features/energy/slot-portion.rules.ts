/** How many slots are computed in one transaction. Pure. */

/** Readings of one transaction: 64 slots with a value every ten seconds have as many. */
export const readingsAtOnce = 6_000

/** How many of the slots, whose readings are counted, from the first on: at least one. */
export function slotsOfPortion(counts: readonly number[]): number {
  let readings = 0
  const first = counts.findIndex(count => {
    readings += count
    return readings > readingsAtOnce
  })
  return first < 0 ? counts.length : Math.max(1, first)
}
