/** A rising counter: which of its readings are true, and the energy between them. */
import type { Reading } from './reading.rules.ts'

export type CounterEvent = 'reset' | 'reset_unknown' | 'outlier' | 'implausible'

/** Energy between two readings that count, in mWh. */
export type Interval = { readonly from: number; readonly to: number; readonly mwh: number }

/** So many readings below the counter may turn out to be outliers. */
export const outliersMax = 10

/** So many readings in a row show that a counter has jumped for good. */
const confirmingMin = 3

const hourMs = 3_600_000
/** Steps in which counters move, in mWh: meters without their PIN send whole kWh, others count pulses of 2 to 500 Wh. */
const steps = [1_000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2].map(wattHours => wattHours * 1_000)
const leastStep = 1_000

/** The most that a counter may rise between two readings: what `maxW` allows, and one of its steps. */
function riseMax(from: Reading, to: Reading, maxW: number): number {
  const step = steps.find(size => from.value % size === 0 && to.value % size === 0) ?? leastStep
  return (maxW * (to.at - from.at) * 1_000) / hourMs + step
}

/** Whether a counter can have risen from one reading to a later one. */
export function canRise(from: Reading, to: Reading, maxW: number): boolean {
  return to.value - from.value <= riseMax(from, to, maxW)
}

/** A reading that counts, with the energy since the one before, and the first reading of its plateau. */
type Link = Reading & { readonly since: number; readonly mwh: number }

/** A counter whose value stays may have been rising unseen since it took that value: meters move in steps. */
const plateauOf = ({ since, value }: Link): Reading => ({ at: since, value })

const plateausOf = (chain: readonly Link[]) => chain.filter(({ at, since }) => at === since).length

/**
 * The place of the reading with which a counter that fell is back where it was; all readings while that is open. Where it
 * is not back after as many plateaus as may be outliers, it is another meter, and there is no dip: the place of the fall.
 */
function dipEnd(base: Link, readings: readonly Reading[], start: number, maxW: number): number {
  let plateaus = 0
  for (let place = start; place < readings.length; place += 1) {
    const reading = readings[place]
    if (reading === undefined) break
    if (reading.value >= base.value && canRise(plateauOf(base), reading, maxW)) return place
    if (place === start || reading.value !== readings[place - 1]?.value) plateaus += 1
    if (plateaus > outliersMax) return start
  }
  return readings.length
}

/** Whether readings after a jump follow each other, but cannot be reached from the base: the counter is there now. */
function isConfirmed(base: Link, jumped: readonly Reading[], maxW: number): boolean {
  return (
    jumped.length === confirmingMin &&
    jumped.every((each, place) => {
      const before = jumped[place - 1]
      const follows = before === undefined || (each.value >= before.value && canRise(before, each, maxW))
      return follows && !canRise(plateauOf(base), each, maxW)
    })
  )
}

/**
 * The energy between readings in order of time. A counter that falls nearer to 0 than to where it was has been reset, if
 * it can have counted from 0: so it does. Readings below the counter that jumps back afterwards were outliers. Any other
 * fall is a dip, of another sender that is late or rounds: nothing counts until the counter is back, and a counter that
 * does not come back is another meter, from which counting goes on. A rise that `maxW` does not allow counts for nothing;
 * where three readings in a row confirm it, counting goes on from there.
 */
export function intervalsOf(
  readings: readonly Reading[],
  maxW: number,
): { intervals: Interval[]; events: { at: number; kind: CounterEvent }[] } {
  const events: { at: number; kind: CounterEvent }[] = []
  const chain: Link[] = []
  /** Where the counter fell last, as a place in the chain. */
  let fall: number | null = null
  /** Readings below the counter that come before this place are a dip. */
  let dipUntil = 0
  for (const [index, reading] of readings.entries()) {
    const base = chain.at(-1)
    if (base === undefined) {
      chain.push({ ...reading, since: reading.at, mwh: 0 })
      continue
    }
    const rise = reading.value - base.value
    if (rise >= 0 && canRise(plateauOf(base), reading, maxW)) {
      chain.push({ ...reading, since: rise === 0 ? base.since : reading.at, mwh: rise })
      continue
    }
    if (rise < 0) {
      if (index < dipUntil) continue
      const isKnown = canRise({ at: base.at, value: 0 }, reading, maxW)
      if (!isKnown || reading.value * 2 > base.value) {
        dipUntil = dipEnd(base, readings, index, maxW)
        if (index < dipUntil) continue
      }
      fall = chain.length
      chain.push({ ...reading, since: reading.at, mwh: isKnown ? reading.value : 0 })
      events.push({ at: reading.at, kind: isKnown ? 'reset' : 'reset_unknown' })
      continue
    }
    const before = fall === null ? undefined : chain[fall - 1]
    const isReturn =
      fall !== null &&
      before !== undefined &&
      plateausOf(chain.slice(fall)) <= outliersMax &&
      // A counter that was reset and has passed its old value is no outlier.
      base.value < before.value &&
      reading.value >= before.value &&
      canRise(plateauOf(before), reading, maxW)
    if (!isReturn || fall === null || before === undefined) {
      events.push({ at: reading.at, kind: 'implausible' })
      if (!isConfirmed(base, readings.slice(index, index + confirmingMin), maxW)) continue
      chain.push({ ...reading, since: reading.at, mwh: 0 })
      fall = null
      continue
    }
    const outliers = new Set(chain.splice(fall).map(({ at }) => at))
    events.push(...[...outliers].map(at => ({ at, kind: 'outlier' as const })))
    chain.push({
      ...reading,
      since: reading.value === before.value ? before.since : reading.at,
      mwh: reading.value - before.value,
    })
    fall = null
  }
  const outlying = new Set(events.filter(({ kind }) => kind === 'outlier').map(({ at }) => at))
  return {
    intervals: chain.slice(1).flatMap(({ at, mwh }, index) => {
      const from = chain[index]?.at ?? at
      return from < at ? [{ from, to: at, mwh }] : []
    }),
    events: events.filter(({ at, kind }) => !kind.startsWith('reset') || !outlying.has(at)),
  }
}
