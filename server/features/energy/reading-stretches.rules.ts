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

/** The readings of stretches that may overlap, each in order, once. */
export function joinStretches<Reading extends { readonly at_ms: number }>(
  stretches: readonly (readonly Reading[])[],
): Reading[] {
  const joined: Reading[] = []
  for (const reading of stretches.flat()) {
    if (reading.at_ms > (joined.at(-1)?.at_ms ?? Number.NEGATIVE_INFINITY)) joined.push(reading)
  }
  return joined
}
