/** A slot of a counter follows from the readings around it as from all, and a reading marks the slots it changes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '#server/testing/number-of-cases.ts'
import { channelSlots, slotMs } from './channel-slots.rules.ts'
import { isSettledAfter, isSettledBefore } from './counter.rules.ts'
import type { Reading } from './reading.rules.ts'
import {
  isEnoughToMark,
  joinStretches,
  type Neighbours,
  neighbourCounts,
  openSides,
  plateauEnds,
  widerThan,
} from './reading-stretches.rules.ts'
import { neighboursMax, touchedSlots } from './touched-slots.rules.ts'

const maxW = 30_000
const kind = { role: 'grid', measure: 'import', maxW } as const
const start = Date.parse('2026-11-19T00:00:00Z')
const numRuns = numberOfCases(300, 5_000)

/** The counts of a meter, and how its senders send them. */
const curve = fc.record({
  everySeconds: fc.constantFrom(10, 60, 300, 1_200),
  watts: fc.array(fc.integer({ min: 0, max: 14_000 }), { minLength: 10, maxLength: 120 }),
  stepWh: fc.constantFrom(1, 10, 500),
  begin: fc.constantFrom(1_000, 100_000, 12_345_000),
  repeats: fc.integer({ min: 1, max: 4 }),
  lateSeconds: fc.constantFrom(null, 5, 15, 60),
  roundedToWh: fc.constantFrom(1, 10, 100, 1_000),
  round: fc.constantFrom(Math.floor, Math.round),
  spikes: fc.array(fc.record({ at: fc.nat(120), wh: fc.integer({ min: 1, max: 400 }) }), { maxLength: 2 }),
  zeros: fc.array(fc.record({ at: fc.nat(120), count: fc.integer({ min: 1, max: 30 }) }), { maxLength: 2 }),
  resetAt: fc.option(fc.nat(120)),
  /** The share of its old value: 0 for a reset, more for another meter. */
  resetTo: fc.constantFrom(0, 0.9),
})

/** Also for a meter that hardly moves. */
const slowCurve = fc.tuple(curve, fc.constantFrom(1, 4, 15, 30)).map(([its, repeats]) => ({ ...its, repeats }))

type Curve = Awaited<ReturnType<typeof curve.generate>>['value']

/** The readings of all senders, in order of time. */
function sentOf({
  everySeconds,
  watts,
  stepWh,
  repeats,
  lateSeconds,
  roundedToWh,
  round,
  spikes,
  zeros,
  begin,
  resetAt,
  resetTo,
}: Curve): Reading[] {
  const readings = new Map<number, number>()
  let counted: number = begin
  const isZero = (place: number) => zeros.some(({ at, count }) => place >= at && place < at + count)
  for (const [place, each] of watts.entries()) {
    counted = place === resetAt ? Math.floor(counted * resetTo) : counted + (each * everySeconds) / 3_600
    const at = start + place * everySeconds * 1_000
    const above = spikes.find(spike => spike.at === place)?.wh ?? 0
    const shown = isZero(place) ? 0 : Math.floor(counted / stepWh) * stepWh + above
    for (let time = 0; time < repeats; time += 1) {
      readings.set(at + Math.floor((time * everySeconds * 1_000) / repeats), Math.round(shown * 1_000))
    }
    const late = at + (lateSeconds ?? 0) * 1_000 + 1
    if (lateSeconds !== null) readings.set(late, round(shown / roundedToWh) * roundedToWh * 1_000)
  }
  return [...readings].map(([at, value]) => ({ at, value })).sort((one, other) => one.at - other.at)
}

const rowsOf = (readings: readonly Reading[]) =>
  readings.map(({ at, value }) => ({ at_ms: at, value_millionths: value * 1_000 }))

type Window = { from: number; to: number }
const around = (all: readonly Reading[], { from, to }: Window, count: number) => [
  ...all.filter(({ at }) => at < from).slice(-count),
  ...all.filter(({ at }) => at >= from && at < to),
  ...all.filter(({ at }) => at >= to).slice(0, count),
]

/** Readings around a window as they are read, and more where these do not suffice. */
function read(all: readonly Reading[], window: Window, isEnough: (near: Reading[], level: Neighbours) => boolean) {
  let level: Neighbours = 'many'
  for (;;) {
    const near = around(all, window, neighbourCounts[level])
    const edges = plateauEnds(rowsOf(near), window, neighboursMax).flatMap(({ side, at, value }) => {
      const isOther = (each: Reading) => each.value * 1_000 !== value
      const other =
        side === 'before'
          ? all.findLast(each => each.at < at && isOther(each))
          : all.find(each => each.at > at && isOther(each))
      const edge = side === 'before' ? (other?.at ?? 0) + 1 : (other?.at ?? Infinity)
      return around(all, { from: edge, to: edge }, neighboursMax)
    })
    const joined = joinStretches([rowsOf([...near, ...edges])]).map(({ at_ms, value_millionths }) => ({
      at: at_ms,
      value: value_millionths / 1_000,
    }))
    const wider: Neighbours | null = widerThan[level]
    if (wider === null || isEnough(joined, level)) return joined
    level = wider
  }
}

function slotFrom(all: readonly Reading[], from: number) {
  const to = from + slotMs
  const wide = { from: from - slotMs, to: to + slotMs }
  const near = read(all, wide, (readings, neighbours) => {
    const open = openSides(rowsOf(readings), { ...wide, neighbours })
    return (
      (!open.isBefore || isSettledBefore(readings, from, maxW, neighbours === 'many' ? neighboursMax : 1)) &&
      (!open.isAfter || isSettledAfter(readings, to, maxW))
    )
  })
  return channelSlots(kind, near, { from, to, step: slotMs })
}

const windowOf = (all: readonly Reading[]) => ({
  from: start,
  to: Math.ceil(((all.at(-1)?.at ?? start) + 1) / slotMs) * slotMs,
  step: slotMs,
})

test('a slot follows from the readings around it as from all readings', () => {
  fc.assert(
    fc.property(curve, all => {
      const readings = sentOf(all)
      const window = windowOf(readings)
      const slots = channelSlots(kind, readings, window)
      const single = []
      for (let { from } = window; from < window.to; from += slotMs) single.push(...slotFrom(readings, from))
      expect(single).toEqual(slots)
    }),
    { numRuns },
  )
})

test('a reading marks all slots that it changes', () => {
  fc.assert(
    fc.property(slowCurve, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (all, places) => {
      const readings = sentOf(all)
      const late = new Set(places.map(place => readings[place % readings.length]?.at ?? 0))
      const before = readings.filter(({ at }) => !late.has(at))
      const ats = [...late].sort((one, other) => one - other)
      const stretch = { from: ats[0] ?? 0, to: (ats.at(-1) ?? 0) + 1 }
      const near = read(readings, stretch, (found, neighbours) =>
        isEnoughToMark(rowsOf(found), { ...stretch, neighbours }),
      )
      const marked = touchedSlots(kind, near, ats)
      const bySlot = (list: readonly Reading[]) =>
        new Map(channelSlots(kind, list, windowOf(readings)).map(slot => [slot.at, JSON.stringify(slot)]))
      const [old, now] = [bySlot(before), bySlot(readings)]
      const changed = [...new Set([...old.keys(), ...now.keys()])].filter(at => old.get(at) !== now.get(at))
      expect(changed.filter(at => !marked.includes(at))).toEqual([])
    }),
    { numRuns },
  )
})
