import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChannelSlot, channelSlots, slotMs, slotOf } from './channel-slots.rules.ts'
import { intervalsOf } from './counter.rules.ts'
import type { ChannelKind, Reading } from './reading.rules.ts'
import { neighboursMax, touchedSlots } from './touched-slots.rules.ts'

const start = Date.UTC(2026, 2, 28, 21)
const hour = 3_600_000
const counter: ChannelKind = { role: 'grid', measure: 'import', maxW: 30_000 }
const power: ChannelKind = { role: 'grid', measure: 'power', maxW: 30_000 }

const all = { from: slotOf(start) - slotMs, to: start + 40 * hour, step: slotMs }
const sum = (slots: readonly ChannelSlot[]) => slots.reduce((total, { mwh }) => total + (mwh ?? 0), 0)

/** Consumption of a house in stretches of any length; between them its meter may restart from zero. */
const trueCurve = fc.array(
  fc.record({
    seconds: fc.integer({ min: 1, max: 5_000 }),
    watts: fc.integer({ min: 0, max: 29_000 }),
    isReset: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
)

type Stretch = { seconds: number; watts: number; isReset: boolean }

/** The readings of a counter along a curve, and the energy of each stretch. */
function counterReadings(curve: readonly Stretch[]): { readings: Reading[]; energies: number[] } {
  let at = start
  let value = 5_000_000
  const readings = [{ at, value }]
  const energies = curve.map(({ seconds, watts, isReset }, index) => {
    // A meter restarts before its first reading. That is not 0, because a 0 may be unread.
    const energy = Math.round((watts * seconds * 1_000) / 3_600)
    at += seconds * 1_000
    value = isReset && index > 0 && energy > 0 && energy * 2 <= value ? energy : value + energy
    readings.push({ at, value })
    return energy
  })
  return { readings, energies }
}

describe('the slots of a counter', () => {
  it('add up to the energy used, through resets, silences and any order', () => {
    fc.assert(
      fc.property(trueCurve, fc.infiniteStream(fc.nat()), (curve, random) => {
        const { readings, energies } = counterReadings(curve)
        const sent = shuffled([...readings, ...readings.slice(0, 5)], random)
        const slots = channelSlots(counter, byInstant(sent), all)
        expect(sum(slots)).toBe(energies.reduce((total, energy) => total + energy, 0))
      }),
      { numRuns: 200 },
    )
  })

  it('have the energy of the line between readings, and the covered time of those at most 15 minutes apart', () => {
    fc.assert(
      fc.property(trueCurve, curve => {
        const { readings, energies } = counterReadings(curve)
        for (const slot of channelSlots(counter, readings, all)) {
          let energy = 0
          let covered = 0
          let isEstimated = false
          for (const [index, mwh] of energies.entries()) {
            const from = readings[index]?.at ?? 0
            const to = readings[index + 1]?.at ?? 0
            const overlap = Math.min(to, slot.at + slotMs) - Math.max(from, slot.at)
            if (overlap <= 0) continue
            energy += (mwh * overlap) / (to - from)
            if (to - from > slotMs) isEstimated = true
            else covered += overlap
          }
          expect(Math.abs((slot.mwh ?? 0) - energy)).toBeLessThanOrEqual(1 + energies.length / 2)
          expect(slot.coveredMs).toBe(covered)
          expect(slot.quality).toBe(isEstimated || covered * 2 < slotMs ? 'estimated' : 'measured')
        }
      }),
      { numRuns: 100 },
    )
  })

  it('leave out a dip that returns, an impossible rise, and the high start of a new meter', () => {
    const readings = [
      { at: start, value: 9_000_000 },
      { at: start + 60_000, value: 0 },
      { at: start + 120_000, value: 9_300_000 },
      { at: start + 180_000, value: 90_000_000_001 },
      { at: start + 240_000, value: 9_400_000 },
      { at: start + 300_000, value: 8_000_000 },
      ...Array.from({ length: 11 }, (_, index) => ({
        at: start + 360_000 + index * 60_000,
        value: 8_100_000 + index * 10_000,
      })),
    ]
    const { intervals, events } = intervalsOf(readings, 30_000)
    expect(events.map(({ kind }) => kind)).toEqual(['outlier', 'implausible', 'reset_unknown'])
    expect(intervals.reduce((total, { mwh }) => total + mwh, 0)).toBe(300_000 + 100_000 + 0 + 200_000)
  })

  it('take a meter that counts whole kWh', () => {
    const readings = [0, 1, 2, 60].map((minutes, index) => ({
      at: start + minutes * 60_000,
      value: 7_000_000 + Math.min(index, 2) * 1_000_000,
    }))
    expect(intervalsOf(readings, 10_000).events).toEqual([])
  })
})

describe('the slots of a power', () => {
  it('have the integral of a densely sampled curve, split by its sign', () => {
    const curve = fc.array(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 10, maxLength: 400 })
    fc.assert(
      fc.property(curve, fc.integer({ min: 1, max: 60 }), fc.infiniteStream(fc.nat()), (watts, seconds, random) => {
        const readings = watts.map((value, index) => ({ at: start + index * seconds * 1_000, value }))
        const slots = channelSlots(power, shuffled(readings, random), all)
        for (const slot of slots.filter(({ quality }) => quality === 'measured')) {
          const inside = watts.map((value, index) => {
            const from = Math.max(start + index * seconds * 1_000, slot.at)
            const isLast = index === watts.length - 1
            const to = Math.min(start + index * seconds * 1_000 + (isLast ? 60_000 : seconds * 1_000), slot.at + slotMs)
            // The last value holds for the usual time of a value.
            return isLast ? 0 : Math.max(0, to - from) * value
          })
          const holdsLast = slot.at + slotMs > start + (watts.length - 1) * seconds * 1_000
          if (holdsLast) continue
          const above = inside.reduce((total, part) => total + Math.max(0, part), 0)
          const below = inside.reduce((total, part) => total + Math.max(0, -part), 0)
          expect(slot.mwh).toBe(Math.round(above / 3_600))
          expect(slot.reverseMwh).toBe(Math.round(below / 3_600))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are turned by a turned factor, exactly', () => {
    const samples = fc.array(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(samples, watts => {
        const readings = watts.map((value, index) => ({ at: start + index * 10_000, value }))
        const turned = readings.map(({ at, value }) => ({ at, value: -value }))
        const right = channelSlots(power, readings, all)
        expect(channelSlots(power, turned, all).map(({ at, mwh, reverseMwh }) => [at, reverseMwh, mwh])).toEqual(
          right.map(({ at, mwh, reverseMwh }) => [at, mwh, reverseMwh]),
        )
      }),
    )
  })

  it('hold a value for a minute, or three times the usual distance, and are a gap below half', () => {
    const every = (seconds: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ at: start + index * seconds * 1_000, value: 1_000 }))
    const coveredOf = (readings: Reading[]) =>
      channelSlots(power, readings, all).map(slot => [slot.coveredMs, slot.quality])
    expect(coveredOf(every(10, 30))).toEqual([[290_000 + 60_000, 'gap']])
    expect(coveredOf(every(10, 45))).toEqual([[440_000 + 60_000, 'measured']])
    expect(coveredOf(every(300, 3))).toEqual([
      [900_000, 'measured'],
      [600_000, 'measured'],
    ])
    const [gap] = channelSlots(power, every(10, 30), all)
    expect(gap).toMatchObject({ mwh: null, reverseMwh: null, mean: null })
  })

  it('count noise below zero as zero, and leave out a wrong sign', () => {
    const sun: ChannelKind = { role: 'pv', measure: 'power', maxW: 10_000 }
    const [slot] = channelSlots(
      sun,
      [-30, -3_000, 600].map((value, index) => ({ at: start + index * 60_000, value })),
      all,
    )
    expect(slot).toMatchObject({ mwh: 60_000, least: 0, most: 600_000 })
  })
})

describe('slots that are recomputed as readings arrive', () => {
  it.each([
    ['a counter', counter],
    ['a power', power],
  ])('equal those of all readings at once, in any order of arrival: %s', (_, kind) => {
    fc.assert(
      fc.property(trueCurve, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 7 }), (curve, random, size) => {
        const readings =
          kind === counter
            ? counterReadings(curve).readings
            : counterReadings(curve).readings.map(({ at, value }) => ({ at, value: (value % 50_000) - 20_000 }))
        const arriving = shuffled(readings, random)
        const stored = new Map<number, Reading>()
        const slots = new Map<number, ChannelSlot>()
        for (let index = 0; index < arriving.length; index += size) {
          const batch = arriving.slice(index, index + size)
          for (const reading of batch) stored.set(reading.at, reading)
          const known = [...stored.values()].toSorted((one, other) => one.at - other.at)
          for (const at of touchedSlots(
            kind,
            known,
            batch.map(reading => reading.at),
          )) {
            const [slot] = channelSlots(kind, nearOf(known, at), { from: at, to: at + slotMs, step: slotMs })
            if (slot === undefined) slots.delete(at)
            else slots.set(at, slot)
          }
        }
        const grown = [...slots.values()].toSorted((one, other) => one.at - other.at)
        expect(grown).toEqual(channelSlots(kind, readings, all))
      }),
      { numRuns: 150 },
    )
  })
})

/** The readings in a slot and around it, as read from the database. */
function nearOf(known: readonly Reading[], slot: number): Reading[] {
  const before = known.filter(({ at }) => at < slot - slotMs).slice(-neighboursMax)
  const after = known.filter(({ at }) => at >= slot + slotMs).slice(0, neighboursMax)
  return [...before, ...known.filter(({ at }) => at >= slot - slotMs && at < slot + slotMs), ...after]
}

function byInstant(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map(reading => [reading.at, reading])).values()]
}

function shuffled<T>(items: readonly T[], random: IterableIterator<number>): T[] {
  const left = [...items]
  const order: T[] = []
  while (left.length > 0) order.push(...left.splice((random.next().value ?? 0) % left.length, 1))
  return order
}
