/** Computes the slots of one channel, in any step: a pure function of its stored readings. */
import type { Selectable } from 'kysely'
import { isCounter, type SlotQuality } from '#contract/energy-roles.ts'
import type { EnergySlotTable } from '#server/database/energy-tables.ts'
import { type Interval, intervalsOf } from './counter.rules.ts'
import { type ChannelKind, countedReadings, type Reading } from './reading.rules.ts'

export const slotMs = 900_000
export const minuteStepMs = 60_000

/** Shorter intervals between readings count as measured, longer ones as silence. */
export const readBetweenMs = 900_000
const holdLeastMs = 60_000
const hourMs = 3_600_000

/** One step of a channel. Values are thousandths of W, % or °C, energies whole mWh. */
export type ChannelSlot = {
  /** Milliseconds since 1970; a multiple of the step. */
  readonly at: number
  /** Energy of power above 0, or of the counter; null without any, and in a gap. */
  readonly mwh: number | null
  /** Energy of power below 0; null for a counter. */
  readonly reverseMwh: number | null
  readonly mean: number | null
  readonly least: number | null
  readonly most: number | null
  readonly last: number | null
  /** Measured time in milliseconds. */
  readonly coveredMs: number
  readonly quality: SlotQuality
}

/** A quarter-hour as stored. */
export function slotOfRow(row: Selectable<EnergySlotTable>): ChannelSlot {
  return {
    at: row.at_ms,
    mwh: row.mwh,
    reverseMwh: row.reverse_mwh,
    mean: row.mean_thousandths,
    least: row.least_thousandths,
    most: row.most_thousandths,
    last: row.last_thousandths,
    coveredMs: row.covered_ms,
    quality: row.quality,
  }
}

type Stretch = { readonly from: number; readonly to: number }

/**
 * The steps with known values from `from` until before `to` (multiples of `step`). `readings` must reach back far
 * enough (`neighboursMax` in `touched-slots.rules.ts`); their order does not matter.
 */
export function channelSlots(
  kind: ChannelKind,
  readings: readonly Reading[],
  { from, to, step }: Stretch & { readonly step: number },
): ChannelSlot[] {
  const counted = countedReadings(kind, readings)
  const parts = isCounter(kind.measure)
    ? counterParts(intervalsOf(counted, kind.maxW).intervals, { from, to }, step)
    : heldParts(counted, { from, to }, step)
  const finish = isCounter(kind.measure) ? finishCounter : finishHeld
  return [...parts]
    .toSorted(([one], [other]) => one - other)
    .map(([at, part]) => finish(at, part, step, kind.measure === 'power'))
}

/** Sums of one step: energy or the integral of a value over time, and the measured time. */
type Part = {
  above: number
  below: number
  least: number
  most: number
  last: number
  coveredMs: number
  isEstimated: boolean
}

function partAt(parts: Map<number, Part>, at: number): Part {
  const known = parts.get(at)
  if (known !== undefined) return known
  const part = { above: 0, below: 0, least: Infinity, most: -Infinity, last: 0, coveredMs: 0, isEstimated: false }
  parts.set(at, part)
  return part
}

/** The steps that a stretch touches, cut to the window. */
function* stepsOf(stretch: Stretch, window: Stretch, step: number): Generator<Stretch & { at: number }> {
  const from = Math.max(stretch.from, window.from)
  const to = Math.min(stretch.to, window.to)
  for (let at = Math.floor(from / step) * step; at < to; at += step) {
    yield { at, from: Math.max(at, from), to: Math.min(at + step, to) }
  }
}

/** The energy of an interval is spread evenly over its time; the parts add up to it exactly. */
function counterParts(intervals: readonly Interval[], window: Stretch, step: number): Map<number, Part> {
  const parts = new Map<number, Part>()
  for (const interval of intervals) {
    const length = interval.to - interval.from
    const until = (time: number) => Math.round(interval.mwh * ((time - interval.from) / length))
    const watts = (interval.mwh * hourMs) / length / 1_000
    const isSilence = length > readBetweenMs
    for (const { at, from, to } of stepsOf(interval, window, step)) {
      const part = partAt(parts, at)
      part.above += until(to) - until(from)
      part.least = Math.min(part.least, watts)
      part.most = Math.max(part.most, watts)
      part.last = watts
      if (isSilence) part.isEstimated = true
      else part.coveredMs += to - from
    }
  }
  return parts
}

/** The energy of a counter is never lost: where less than half of a step is measured, it is estimated. */
function finishCounter(at: number, part: Part, step: number): ChannelSlot {
  return {
    at,
    mwh: part.above,
    reverseMwh: null,
    mean: Math.round((part.above * hourMs) / step),
    ...extremesOf(part),
    coveredMs: part.coveredMs,
    quality: part.isEstimated || part.coveredMs * 2 < step ? 'estimated' : 'measured',
  }
}

/** Each value holds until the next, at most for a minute or three times the usual distance. */
function heldParts(readings: readonly Reading[], window: Stretch, step: number): Map<number, Part> {
  const parts = new Map<number, Part>()
  const holds = holdsOf(readings)
  for (const [index, { at: start, value }] of readings.entries()) {
    const end = Math.min(readings[index + 1]?.at ?? Infinity, start + (holds.get(slotOf(start)) ?? holdLeastMs))
    for (const { at, from, to } of stepsOf({ from: start, to: end }, window, step)) {
      const part = partAt(parts, at)
      if (value > 0) part.above += value * (to - from)
      else part.below -= value * (to - from)
      part.least = Math.min(part.least, value)
      part.most = Math.max(part.most, value)
      part.last = value
      part.coveredMs += to - from
    }
  }
  return parts
}

function finishHeld(at: number, part: Part, step: number, isPower: boolean): ChannelSlot {
  const isGap = part.coveredMs * 2 < step
  const energy = (wattMs: number) => (isGap || !isPower ? null : Math.round(wattMs / 3_600))
  return {
    at,
    mwh: energy(part.above),
    reverseMwh: energy(part.below),
    mean: isGap ? null : Math.round(((part.above - part.below) * 1_000) / part.coveredMs),
    ...extremesOf(part),
    coveredMs: part.coveredMs,
    quality: isGap ? 'gap' : 'measured',
  }
}

function extremesOf({ least, most, last }: Part): Pick<ChannelSlot, 'least' | 'most' | 'last'> {
  return { least: Math.round(least * 1_000), most: Math.round(most * 1_000), last: Math.round(last * 1_000) }
}

/**
 * How long values hold, by the slot they are in: three times the usual (median) distance to the reading before, at least
 * a minute, at most a quarter of an hour. By slot, so that a late reading changes its own slots only.
 */
function holdsOf(readings: readonly Reading[]): Map<number, number> {
  const distances = new Map<number, number[]>()
  for (const [index, { at }] of readings.entries()) {
    const before = readings[index - 1]
    if (before === undefined) continue
    const slot = slotOf(at)
    const known = distances.get(slot)
    if (known === undefined) distances.set(slot, [at - before.at])
    else known.push(at - before.at)
  }
  return new Map(
    [...distances].map(([slot, all]) => {
      const usual = all.toSorted((one, other) => one - other)[Math.floor((all.length - 1) / 2)] ?? 0
      return [slot, Math.min(readBetweenMs, Math.max(holdLeastMs, 3 * usual))]
    }),
  )
}

/** The start of the slot that contains an instant. */
export function slotOf(at: number): number {
  return Math.floor(at / slotMs) * slotMs
}
