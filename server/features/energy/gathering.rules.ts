/** How long a delivery waits for others to share its transaction. */

/** `at`: milliseconds of a clock that never goes back. */
export type Start = { readonly at: number; readonly senders: ReadonlySet<string> }

/** With more than a few senders within this time, transactions start at least this far apart. */
export const gatherMs = 250
/** This few senders have next to nothing to share, and one that sends all the time must not delay the others. */
const fewSenders = 4

/** `starts`: those of the previous transactions, the latest last; `waiting`: the senders of the next one. */
export function gatherWaitMs(starts: readonly Start[], waiting: readonly string[], now: number): number {
  const recent = recentStarts(starts, now)
  const senders = new Set([...waiting, ...recent.flatMap(start => [...start.senders])])
  const last = recent.at(-1)
  return last === undefined || senders.size <= fewSenders ? 0 : last.at + gatherMs - now
}

/** The starts that still count. */
export function recentStarts(starts: readonly Start[], now: number): Start[] {
  return starts.filter(({ at }) => at > now - gatherMs)
}
