/** A rising counter: which of its readings are true, and the energy between them. */
import type { Reading } from './reading.rules.ts'

export type CounterEvent = 'reset' | 'reset_unknown' | 'outlier' | 'implausible'

/** Energy between two readings that count, in mWh. */
export type Interval = { readonly from: number; readonly to: number; readonly mwh: number }

/** At most this many readings below the counter may turn out to be outliers. */
export const outliersMax = 10

/** This many readings in a row show that a counter has jumped for good. */
const confirmingMin = 3
/** Where a second sender may be ahead, only rising readings do, or a value that stays for this long. */
const confirmingMs = 15 * 60_000

const hourMs = 3_600_000
/** After a silence this long, a counter that has fallen may have been reset and have counted since. */
const outageMs = 2 * hourMs
/** A second sender of a counter may be this late. */
const senderLagMs = 60_000
/** Steps in which counters move, in mWh: meters without their PIN send whole kWh, others count pulses of 2 to 500 Wh. */
const steps = [1_000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2].map(wattHours => wattHours * 1_000)
const leastStep = 1_000

/** The largest step, in mWh, of which both values are multiples. */
const stepOf = (one: Reading, other = one): number =>
  steps.find(size => one.value % size === 0 && other.value % size === 0) ?? leastStep

/** The most that a counter may rise within a time, in mWh. */
const riseMax = (ms: number, maxW: number): number => (maxW * ms * 1_000) / hourMs

/** Whether a counter can have risen from one reading to a later one: as fast as `maxW` allows, and by one of its steps. */
export function canRise(from: Reading, to: Reading, maxW: number): boolean {
  return to.value - from.value <= riseMax(to.at - from.at, maxW) + stepOf(from, to)
}

/**
 * Whether `next` can follow a reading: it is not below it, or comes from another sender, which may be late. Both may
 * round to steps of their own.
 */
export function canPrecede(reading: Reading, next: Reading, maxW: number): boolean {
  const lateMs = Math.max(0, senderLagMs - (next.at - reading.at))
  const stepMax = Math.max(stepOf(reading), stepOf(next))
  return reading.value <= next.value || reading.value - next.value <= riseMax(lateMs, maxW) + stepMax
}

/** A reading that counts, with the energy since the previous one, and the first reading of its plateau. */
type Link = Reading & {
  readonly since: number
  readonly mwh: number
  /** Later readings can show that another one counts. */
  readonly isOpen: boolean
}

/** A counter whose value stays may have been rising unseen since it took that value: meters move in steps. */
const plateauOf = ({ since, value }: Link): Reading => ({ at: since, value })

/** Whether a counter that fell or jumped is back where it was. */
const isBack = (base: Link, reading: Reading, maxW: number) =>
  reading.value >= base.value && canRise(plateauOf(base), reading, maxW)

/** Places from `start` in as many plateaus as may be outliers, and the first place of the next plateau. */
function* placesAhead(readings: readonly Reading[], start: number): Generator<[number, Reading, plateaus: number]> {
  let plateaus = 0
  for (let place = start; place < readings.length && plateaus <= outliersMax; place += 1) {
    const reading = readings[place]
    if (reading === undefined) return
    if (place === start || reading.value !== readings[place - 1]?.value) plateaus += 1
    yield [place, reading, plateaus]
  }
}

/** Where the counter is back after the reading at `start`: a place, `open` if it may still come back, or `never`. */
function returnTo(base: Link, readings: readonly Reading[], start: number, maxW: number): number | 'open' | 'never' {
  for (const [place, reading, plateaus] of placesAhead(readings, start)) {
    if (isBack(base, reading, maxW)) return place
    if (plateaus > outliersMax) return 'never'
  }
  return 'open'
}

/** Readings after `start`, each with the one it would follow: the first of a plateau. Falling ones are skipped. */
function* followers(readings: readonly Reading[], start: number, maxW: number): Generator<[number, Reading, Reading]> {
  let top = readings[start]
  for (const [place, reading] of placesAhead(readings, start)) {
    if (top === undefined) return
    yield [place, reading, top]
    if (reading.value > top.value && canRise(top, reading, maxW)) top = reading
  }
}

/**
 * Whether the counter that fell at `start` has counted from there to the reading with which it is back. Directly from 0
 * it may only have passed its old value by far, or by one step: senders show 0 for a counter that they cannot read.
 */
function hasCounted(base: Link, readings: readonly Reading[], start: number, back: number, maxW: number): boolean {
  for (const [place, reading, top] of followers(readings, start, maxW)) {
    if (place !== back) continue
    const isPassed =
      top.value > 0 || reading.value >= 2 * base.value || canRise({ ...top, at: reading.at }, reading, maxW)
    return isPassed && canRise(top, reading, maxW)
  }
  return false
}

/** Whether readings after a jump follow each other, and none follows the base: the counter has moved there. */
function isConfirmed(base: Link, readings: readonly Reading[], start: number, maxW: number): boolean {
  const jump = readings[start]
  // A second sender that rounds up or is late cannot explain a higher jump, and waiting would make it possible.
  const isFar = jump !== undefined && !canPrecede(jump, base, maxW)
  let confirming = 1
  for (const [place, reading, top] of followers(readings, start, maxW)) {
    if (isBack(base, reading, maxW)) return false
    if (place === start) continue
    const isNext = isFar ? reading.value >= top.value : reading.value > top.value
    if (isNext && canRise(top, reading, maxW)) confirming += 1
    const isLasting = !isFar && reading.value === top.value && reading.at - top.at >= confirmingMs
    if (confirming === confirmingMin || isLasting) return true
  }
  return false
}

/**
 * Whether the counter continues from the base, below the plateau at `start`: the plateau was an outlier above, or came
 * from a second sender that rounds up. A counter that falls to less than half of it, or after an outage, was reset.
 */
function isOutlierAbove(base: Link, readings: readonly Reading[], start: number, maxW: number): boolean | 'open' {
  const above = readings[start] ?? base
  let lastAbove = above.at
  for (const [, reading, plateaus] of placesAhead(readings, start)) {
    if (plateaus === 1) {
      lastAbove = reading.at
      continue
    }
    if (reading.value >= above.value || reading.value < base.value) return false
    const isFallen = reading.value * 2 <= above.value || reading.at - lastAbove > outageMs
    if (plateaus === 2 && isFallen && canRise({ at: lastAbove, value: 0 }, reading, maxW)) return false
    if (plateaus > outliersMax) return true
  }
  return 'open'
}

type Event = { readonly at: number; readonly kind: CounterEvent }
/** The step after a link; `place` is that of the next reading that counts. */
type Step = Pick<Link, 'mwh' | 'isOpen'> & { readonly place: number; readonly events: readonly Event[] }

/**
 * The next reading that counts after `base`; null where none does yet. It depends only on the base and the readings
 * after it: from the same base, all windows of readings give the same result.
 */
function stepFrom(base: Link, readings: readonly Reading[], start: number, maxW: number): Step | null {
  const jumps: Event[] = []
  for (let place = start; place < readings.length; place += 1) {
    const reading = readings[place]
    if (reading === undefined) break
    // The first reading of a plateau above decides for the whole plateau.
    if (place > start && reading.value > base.value && reading.value === readings[place - 1]?.value) continue
    const isPossible = isBack(base, reading, maxW)
    const isOutlier = isPossible && reading.value > base.value && isOutlierAbove(base, readings, place, maxW)
    if (isPossible && isOutlier !== true) {
      return { place, mwh: reading.value - base.value, isOpen: isOutlier === 'open', events: jumps }
    }
    if (reading.value > base.value) {
      jumps.push({ at: reading.at, kind: 'implausible' })
      if (isConfirmed(base, readings, place, maxW)) return { place, mwh: 0, isOpen: false, events: jumps }
      continue
    }
    const back = returnTo(base, readings, place, maxW)
    const isKnown = canRise({ at: base.at, value: 0 }, reading, maxW)
    const isReset = isKnown && reading.value * 2 <= base.value
    if (isReset && (typeof back === 'string' || hasCounted(base, readings, place, back, maxW))) {
      // A counter that has shown only 0 so far may be unread: it counts as reset once it moves.
      const isUnread = back === 'open' && readings.slice(place).every(({ value }) => value === 0)
      const events: Event[] = isUnread ? jumps : [...jumps, { at: reading.at, kind: 'reset' }]
      return { place, mwh: reading.value, isOpen: back === 'open', events }
    }
    if (typeof back === 'number') {
      const outliers = isReset ? readings.slice(place, back).filter(({ value }) => value < base.value) : []
      const events = [...jumps, ...outliers.map(({ at }): Event => ({ at, kind: 'outlier' }))]
      return { place: back, mwh: (readings[back]?.value ?? base.value) - base.value, isOpen: false, events }
    }
    if (back === 'open') break
    const kind = isKnown ? 'reset' : 'reset_unknown'
    return { place, mwh: isKnown ? reading.value : 0, isOpen: false, events: [...jumps, { at: reading.at, kind }] }
  }
  return jumps.length > 0 ? { place: readings.length, mwh: 0, isOpen: true, events: jumps } : null
}

/** The links from the reading at `start`, and the events between them. */
function chainFrom(readings: readonly Reading[], start: number, maxW: number): { chain: Link[]; events: Event[] } {
  const events: Event[] = []
  const chain: Link[] = []
  const first = readings[start]
  let base: Link | undefined = first === undefined ? undefined : { ...first, since: first.at, mwh: 0, isOpen: false }
  let next = start + 1
  while (base !== undefined) {
    chain.push(base)
    const step = stepFrom(base, readings, next, maxW)
    if (step !== null) events.push(...step.events)
    const reading = step === null ? undefined : readings[step.place]
    if (step === null || reading === undefined) break
    const since = reading.value === base.value ? base.since : reading.at
    base = { ...reading, since, mwh: step.mwh, isOpen: step.isOpen }
    next = step.place + 1
  }
  return { chain, events }
}

/**
 * The energy between readings in order of time. A counter that falls nearer to 0 than to its old value was reset if it
 * can have counted from 0; it then counts from 0. Readings below a counter that jumps back afterwards were outliers.
 * Any other fall is a dip from another sender that is late or rounds: nothing counts until the counter is back. A
 * counter that does not come back is another meter, from which counting continues. A reading above a counter that
 * continues below it was an outlier. A rise that `maxW` does not allow does not count; where later readings confirm it,
 * counting continues from there.
 */
export function intervalsOf(
  readings: readonly Reading[],
  maxW: number,
): { intervals: Interval[]; events: readonly Event[] } {
  const { chain, events } = chainFrom(readings, 0, maxW)
  return {
    intervals: chain.slice(1).flatMap(({ at, mwh }, index) => {
      const from = chain[index]?.at ?? at
      return from < at ? [{ from, to: at, mwh }] : []
    }),
    events,
  }
}

/**
 * Whether readings reach far enough back before a window that earlier ones cannot affect it: whichever of their first
 * plateaus counting starts from, it enters the window from the same reading. One of eleven plateaus always counts.
 */
export function isSettledBefore(
  readings: readonly Reading[],
  from: number,
  maxW: number,
  plateausMin: number,
): boolean {
  let entered: Link | undefined
  let tried = 0
  const before = readings.slice(0, lookedAhead(readings, from))
  for (const [place, reading, plateaus] of placesAhead(readings, 0)) {
    if (plateaus > outliersMax || reading.at >= from) break
    if (place > 0 && reading.value === readings[place - 1]?.value) continue
    const base = chainFrom(before, place, maxW).chain.findLast(({ at }) => at < from)
    if (entered !== undefined && (base?.at !== entered.at || base.since !== entered.since)) return false
    entered = base
    tried += 1
  }
  // For a single plateau, its other end was searched.
  return tried === 1 || tried >= plateausMin
}

/** The place after the readings that decide which ones count before an instant. */
function lookedAhead(readings: readonly Reading[], until: number): number {
  const start = readings.findIndex(({ at }) => at >= until)
  if (start < 0) return readings.length
  let end = start
  for (const [place] of placesAhead(readings, start)) end = place
  return end + 1
}

/** Whether readings reach far enough beyond a window that later ones cannot affect it. */
export function isSettledAfter(readings: readonly Reading[], to: number, maxW: number): boolean {
  const { chain } = chainFrom(readings, 0, maxW)
  const next = chain.findIndex(({ at }) => at >= to)
  return next >= 0 && chain.slice(0, next + 1).every(({ isOpen }) => !isOpen)
}
