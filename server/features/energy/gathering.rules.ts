/** How long a delivery waits for others to share its transaction. */

/** `at`: milliseconds of a clock that never goes back. */
export type Start = { readonly at: number; readonly senders: ReadonlySet<string> }

/** With more senders in this time, the start of a transaction waits so long after that of the one before. */
export const gatherMs = 250
/** So few have next to nothing to share, and one of them that sends all the time must not delay the others. */
const fewSenders = 4

/** `starts` are those of the transactions before, the latest last; `waiting` the senders for whom the next one is. */
export function gatherWaitMs(starts: readonly Start[], waiting: readonly string[], now: number): number {
  const recent = recentStarts(starts, now)
  const senders = new Set([...waiting, ...recent.flatMap(start => [...start.senders])])
  const last = recent.at(-1)
  return last === undefined || senders.size <= fewSenders ? 0 : last.at + gatherMs - now
}

/** Those that still count. */
export function recentStarts(starts: readonly Start[], now: number): Start[] {
  return starts.filter(({ at }) => at > now - gatherMs)
}
