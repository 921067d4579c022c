/** Slots that a new, changed or late reading can change: only these are recomputed. */
import { isCounter } from '#contract/energy-roles.ts'
import { readBetweenMs, slotMs, slotOf } from './channel-slots.rules.ts'
import { outliersMax } from './counter.rules.ts'
import type { ChannelKind } from './reading.rules.ts'

/** Readings of a counter on either side that decide with it which are outliers. */
export const neighboursMax = outliersMax + 1

/**
 * The slots to recompute after readings at `ats` were written, in order. `all`: instants of the channel's readings,
 * sorted, with at least `neighboursMax` before the first and after the last of `ats`, where there are any.
 */
export function touchedSlots(
  { measure }: Pick<ChannelKind, 'measure'>,
  all: readonly number[],
  ats: readonly number[],
): number[] {
  const slots = new Set<number>()
  const add = (from: number, to: number) => {
    for (let slot = slotOf(from); slot <= to; slot += slotMs) slots.add(slot)
  }
  const written = new Set(ats)
  for (const [index, at] of all.entries()) {
    if (!written.has(at)) continue
    if (isCounter(measure)) {
      add(all[Math.max(0, index - neighboursMax)] ?? at, all[Math.min(all.length - 1, index + neighboursMax)] ?? at)
      continue
    }
    // The reading before ends here; this one changes how long those of its slot hold, and those of the next one's slot.
    const before = all[index - 1] ?? at
    add(Math.max(before, at - readBetweenMs), slotOf(at) + slotMs + readBetweenMs - 1)
    const next = all[index + 1]
    if (next !== undefined) add(next, slotOf(next) + slotMs + readBetweenMs - 1)
  }
  return [...slots].toSorted((one, other) => one - other)
}
