/** Decides which readings of a batch are stored for a channel, given those already stored. */

import { readingsPerSlotMax } from '#contract/energy-limits.ts'
import { isCounter } from '#contract/energy-roles.ts'
import { slotOf } from './channel-slots.rules.ts'
import { canPrecede, canRise, outliersMax } from './counter.rules.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { wrongSignsMax } from './energy-channel.rules.ts'
import { hasWrongSign, type Reading, readingValue } from './reading.rules.ts'
import { neighboursMax } from './touched-slots.rules.ts'

export type SentOfChannel = { readonly at: number; readonly value: number; readonly index: number }
type Stored = { readonly at_ms: number; readonly value_millionths: number }
type Channel = Pick<ChannelRow, 'role' | 'measure' | 'max_w' | 'factor_millionths' | 'wrong_signs'>

export type Accepted = {
  /** New and changed readings, by their instants. */
  readonly changed: ReadonlyMap<number, number>
  /** Positions in the batch of implausible readings. */
  readonly implausible: readonly number[]
  /** How many readings in a row now have the wrong sign. */
  readonly wrongSigns: number
}

/**
 * `near`: the stored readings around those sent, in order. A counter may fall, because it was reset. It may not rise
 * faster than `max_w`, neither from the previous reading nor from those after which it fell. A run of equal values is
 * one plateau, and a rise is measured from its first reading. A value between its neighbours is possible at any speed,
 * because readings in between may still be missing. The next reading may come from a second sender that is late or
 * rounds. After a plateau with an unknown beginning, a jump is stored and counts once later readings confirm it.
 */
export function acceptReadings(channel: Channel, near: readonly Stored[], sent: readonly SentOfChannel[]): Accepted {
  const stored = new Map(near.map(({ at_ms, value_millionths }) => [at_ms, value_millionths]))
  const kind = { role: channel.role, measure: channel.measure, maxW: channel.max_w }
  const real = (at: number, value: number): Reading => ({
    at,
    value: readingValue(value, channel.factor_millionths, channel.measure),
  })
  const changed = new Map<number, number>()
  const implausible: number[] = []
  /** The first readings of the plateaus just before the current reading, in order. */
  const before: Reading[] = []
  /** Number of readings in the last plateau. */
  let length = 0
  const pass = (reading: Reading) => {
    const goesOn = before.at(-1)?.value === reading.value
    length = goesOn ? length + 1 : 1
    if (!goesOn) before.push(reading)
    before.splice(0, before.length - outliersMax - 1)
  }
  let next = 0
  let wrongSigns = channel.wrong_signs
  /** The last accepted reading; another one sent for the same instant replaces it. */
  let taken: Reading | null = null
  for (const { at, value, index } of sent.toSorted((one, other) => one.at - other.at || one.index - other.index)) {
    if (taken !== null && taken.at < at) {
      pass(taken)
      taken = null
    }
    for (let row = near[next]; row !== undefined && row.at_ms < at; next += 1, row = near[next]) {
      if (!changed.has(row.at_ms)) pass(real(row.at_ms, row.value_millionths))
    }
    if ((changed.get(at) ?? stored.get(at)) === value) continue
    const reading = real(at, value)
    const row = near[near[next]?.at_ms === at ? next + 1 : next]
    const later = row === undefined ? undefined : real(row.at_ms, row.value_millionths)
    const isPossible =
      !isCounter(channel.measure) ||
      canFollow(before, reading, channel.max_w) ||
      (before.length === 1 && length >= neighboursMax) ||
      (later !== undefined && canPrecede(reading, later, channel.max_w))
    if (!isPossible) {
      implausible.push(index)
      continue
    }
    taken = reading
    changed.set(at, value)
    wrongSigns = hasWrongSign(kind, reading.value) ? wrongSigns + 1 : 0
  }
  return { changed, implausible, wrongSigns: Math.min(wrongSigns, wrongSignsMax) }
}

export type AcceptedInRoom = Accepted & {
  /** Positions in the batch of readings whose slots are full. */
  readonly crowded: readonly number[]
}

/**
 * As `acceptReadings`, where there is room: a slot holds `readingsPerSlotMax` readings, and the earliest new ones are
 * kept. A value that replaces a stored one takes no room, nor does an implausible one. `countOf`: number of stored
 * readings of a slot; null if it has room for these in any case.
 */
export function acceptInRoom(
  channel: Channel,
  near: readonly Stored[],
  sent: readonly SentOfChannel[],
  countOf: (slot: number) => number | null,
): AcceptedInRoom {
  const accepted = acceptReadings(channel, near, sent)
  const stored = new Set(near.map(({ at_ms }) => at_ms))
  const added = [...accepted.changed.keys()].filter(at => !stored.has(at)).sort((one, other) => one - other)
  const beyond = new Set(
    [...Map.groupBy(added, slotOf)].flatMap(([slot, ats]) =>
      ats.slice(Math.max(0, readingsPerSlotMax - (countOf(slot) ?? 0))),
    ),
  )
  if (beyond.size === 0) return { ...accepted, crowded: [] }
  const impossible = new Set(accepted.implausible)
  const possible = sent.filter(({ index }) => !impossible.has(index))
  const rest = acceptReadings(
    channel,
    near,
    possible.filter(({ at }) => !beyond.has(at)),
  )
  return {
    ...rest,
    implausible: [...accepted.implausible, ...rest.implausible],
    crowded: possible.filter(({ at }) => beyond.has(at)).map(({ index }) => index),
  }
}

/** An earlier reading can be skipped only if the counter fell after it: those in between may then be outliers. */
function canFollow(before: readonly Reading[], reading: Reading, maxW: number): boolean {
  if (before.length === 0) return true
  let leastAfter = -Infinity
  for (const each of before.toReversed()) {
    const isCandidate = leastAfter < each.value
    if (isCandidate && (reading.value < each.value || canRise(each, reading, maxW))) return true
    leastAfter = leastAfter === -Infinity ? each.value : Math.min(leastAfter, each.value)
  }
  return false
}
