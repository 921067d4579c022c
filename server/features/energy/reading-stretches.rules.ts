/** Which readings are read around others. Pure. */

/** Instants in order, in groups of which each is more than `apartMs` after the one before. */
export function groupByDistance(ats: readonly number[], apartMs: number): number[][] {
  const groups: number[][] = []
  for (const at of ats.toSorted((one, other) => one - other)) {
    const last = groups.at(-1)
    if (last === undefined || at - (last.at(-1) ?? at) > apartMs) groups.push([at])
    else last.push(at)
  }
  return groups
}

/** The readings of stretches that may overlap, in order, each once. */
export function joinStretches<Reading extends { readonly at_ms: number }>(
  stretches: readonly (readonly Reading[])[],
): Reading[] {
  const byInstant = new Map(stretches.flat().map(reading => [reading.at_ms, reading]))
  return [...byInstant.values()].sort((one, other) => one.at_ms - other.at_ms)
}

type Near = readonly { readonly at_ms: number; readonly value_millionths: number }[]
export type PlateauEnd = { readonly side: 'before' | 'after'; readonly at: number; readonly value: number }

/**
 * Where the neighbours of a stretch (`from` until before `to`) are `count` of one value, so that its plateau may go on:
 * the outermost reading of either side.
 */
export function plateauEnds(near: Near, { from, to }: { from: number; to: number }, count: number): PlateauEnd[] {
  const sides = [
    ['before', near.filter(({ at_ms }) => at_ms < from)],
    ['after', near.filter(({ at_ms }) => at_ms >= to).toReversed()],
  ] as const
  return sides.flatMap(([side, [end, ...rest]]) => {
    const isPlateau = rest.length >= count - 1 && rest.every(each => each.value_millionths === end?.value_millionths)
    return end !== undefined && isPlateau ? [{ side, at: end.at_ms, value: end.value_millionths }] : []
  })
}
