/** Slots that a new, changed or late reading can change: only these are recomputed. */
import { isCounter } from '#contract/energy-roles.ts'
import { readBetweenMs, slotMs, slotOf } from './channel-slots.rules.ts'
import { outliersMax } from './counter.rules.ts'
import type { ChannelKind } from './reading.rules.ts'

/** Readings on either side of a counter's reading that decide with it which are outliers. */
export const neighboursMax = outliersMax + 1

/**
 * The slots to recompute after readings at `ats` were written, in order. `all`: the channel's readings in order of time,
 * with at least `neighboursMax` before the first and after the last of `ats`, where there are any.
 */
export function touchedSlots(
  { measure }: Pick<ChannelKind, 'measure'>,
  all: readonly { readonly at: number; readonly value: number }[],
  ats: readonly number[],
): number[] {
  const slots = new Set<number>()
  const add = (from: number, to: number) => {
    for (let slot = slotOf(from); slot <= to; slot += slotMs) slots.add(slot)
  }
  const written = new Set(ats)
  for (const [index, { at }] of all.entries()) {
    if (!written.has(at)) continue
    if (isCounter(measure)) {
      add(plateausAway(all, index, -1), plateausAway(all, index, 1))
      continue
    }
    // The previous reading ends here. This one changes how long readings of its slot and of the next one's slot hold.
    const before = all[index - 1]?.at ?? at
    add(Math.max(before, at - readBetweenMs), slotOf(at) + slotMs + readBetweenMs - 1)
    const next = all[index + 1]?.at
    if (next !== undefined) add(next, slotOf(next) + slotMs + readBetweenMs - 1)
  }
  return [...slots].toSorted((one, other) => one - other)
}

/** The instant `neighboursMax` plateaus of equal values before or after a reading, or the outermost known one. */
function plateausAway(
  all: readonly { readonly at: number; readonly value: number }[],
  start: number,
  step: -1 | 1,
): number {
  let plateaus = 0
  let index = start
  for (; all[index + step] !== undefined && plateaus < neighboursMax; index += step) {
    if (all[index + step]?.value !== all[index]?.value) plateaus += 1
  }
  return all[index]?.at ?? 0
}
