import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { intervalsOf } from './counter.rules.ts'

const maxW = 30_000
const wattHours = (time: string, value: number) => ({ at: Date.parse(`2026-11-${time}:00Z`), value: value * 1_000 })

function energyOf(readings: readonly ReturnType<typeof wattHours>[]) {
  const { intervals, events } = intervalsOf(readings, maxW)
  return { wh: intervals.reduce((sum, { mwh }) => sum + mwh, 0) / 1_000, events: events.map(({ kind }) => kind) }
}

describe('a counter', () => {
  const reset = [
    wattHours('19T15:15', 3_300),
    wattHours('19T15:20', 3_400),
    wattHours('19T15:25', 900),
    wattHours('19T15:30', 1_000),
    wattHours('20T10:00', 12_000),
    wattHours('20T10:05', 12_100),
    wattHours('20T10:10', 12_200),
  ]
  const after = [wattHours('20T10:15', 12_300), wattHours('20T10:20', 12_400)]

  test('that was reset and has passed its old value loses nothing to a jump', () => {
    const all = energyOf([...reset, ...after])
    expect(all).toEqual({ wh: 12_500, events: ['reset'] })
    const jump = wattHours('20T10:11', 12_730)
    expect(energyOf([...reset, jump, ...after])).toEqual({ wh: 12_500, events: ['reset', 'implausible'] })
  })

  test('that returns after readings below it has had outliers', () => {
    const glitch = [wattHours('19T15:25', 0), wattHours('19T15:26', 1)]
    expect(energyOf([...reset.slice(0, 2), ...glitch, wattHours('19T15:30', 3_500)])).toEqual({
      wh: 200,
      events: ['outlier', 'outlier'],
    })
  })

  const every = (minutes: number, value: number) => ({
    at: Date.parse('2026-11-19T00:00:00Z') + minutes * 60_000,
    value: value * 1_000,
  })

  test('that shows 0 for any length of time and returns has had outliers', () => {
    for (const count of [9, 10, 11, 500]) {
      const zeros = Array.from({ length: count }, (_, index) => every(index + 1, 0))
      const { wh } = energyOf([
        every(0, 12_345_000),
        ...zeros,
        every(count + 1, 12_345_050),
        every(count + 2, 12_345_060),
      ])
      expect(wh).toBe(60)
    }
  })

  test('that is young and shows 0 for a night, sent or not, does not count from 0 to where it was', () => {
    const young = [every(0, 100_000), every(1, 100_010), every(2, 0)]
    const night = Array.from({ length: 718 }, (_, index) => every(index + 3, 0))
    const after = [every(722, 100_020), every(723, 100_030)]
    expect(energyOf([...young, ...after]).wh).toBe(30)
    expect(energyOf([...young, ...night, ...after]).wh).toBe(30)
    // In the morning a daily counter takes its first step, or is already far above yesterday's value.
    expect(energyOf([every(0, 1_000), every(2, 0), ...night, every(722, 1_000)]).wh).toBe(1_000)
    expect(energyOf([every(0, 1_000), every(2, 0), every(722, 2_500)]).wh).toBe(2_500)
  })

  test('that shows 0 was reset once it counts', () => {
    const zeros = [every(0, 100_000), every(1, 0), every(2, 0)]
    expect(energyOf(zeros)).toEqual({ wh: 0, events: [] })
    expect(energyOf([...zeros, every(3, 10)])).toEqual({ wh: 10, events: ['reset'] })
  })

  test('that jumps for good continues from there, and the jump does not count', () => {
    const jumped = Array.from({ length: 30 }, (_, index) => every(index + 1, 12_345_000 + index * 10))
    expect(energyOf([every(0, 0), ...jumped])).toEqual({ wh: 290, events: ['implausible'] })
    expect(energyOf([every(0, 0), ...jumped.slice(0, 2)])).toEqual({ wh: 0, events: ['implausible', 'implausible'] })
  })

  test('that a second sender sends late or rounded counts its true energy, without a reset', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 12_000 }), { minLength: 20, maxLength: 80 }),
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom(1, 10, 20),
        (watts, late, step) => {
          // A reading of the meter every ten seconds; the second sender follows five seconds later.
          const meter = [12_345_000]
          for (const each of watts) meter.push((meter.at(-1) ?? 0) + Math.round(each / 360))
          const sent = meter.flatMap((value, index) => {
            const second = Math.floor((meter[Math.max(0, index - late)] ?? 0) / step) * step
            const later = { at: every(0, 0).at + index * 10_000 + 5_000, value: second * 1_000 }
            return [{ at: every(0, 0).at + index * 10_000, value: value * 1_000 }, ...(index > 0 ? [later] : [])]
          })
          const { wh, events } = energyOf(sent)
          expect(wh).toBe((meter.at(-1) ?? 0) - (meter[0] ?? 0))
          expect(events).toEqual([])
        },
      ),
    )
  })

  test('that a second sender rounds up or sends more often counts its true energy, to half a step', () => {
    const seconds = fc.constantFrom(10, 20, 60, 300, 900)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 400, max: 9_000 }), { minLength: 12, maxLength: 24 }),
        fc.integer({ min: 12_345_000, max: 12_345_999 }),
        seconds,
        seconds,
        fc.constantFrom(10, 100, 1_000),
        (watts, startWh, oneEvery, otherEvery, step) => {
          // The counter every ten seconds; its load changes every quarter-hour.
          const meter = [startWh]
          for (const each of watts)
            for (let count = 0; count < 90; count += 1) meter.push((meter.at(-1) ?? 0) + each / 360)
          const start = every(0, 0).at
          const sentEach = (distance: number, offsetMs: number, round: (wh: number) => number) =>
            meter.flatMap((wh, index) =>
              (index * 10) % distance === 0
                ? [{ at: start + index * 10_000 + offsetMs, value: round(wh) * 1_000 }]
                : [],
            )
          const sent = [
            ...sentEach(oneEvery, 0, Math.floor),
            ...sentEach(otherEvery, 500, wh => Math.round(wh / step) * step),
          ].toSorted((one, other) => one.at - other.at)
          const { wh, events } = energyOf(sent)
          const trueWh = (meter.at(-1) ?? 0) - startWh
          expect(Math.abs(wh - trueWh)).toBeLessThanOrEqual(step / 2 + 1)
          expect(events.filter(kind => kind !== 'implausible')).toEqual([])
        },
      ),
    )
  })

  test('that jumps further than a second sender explains, and stays there, continues from there', () => {
    const still = Array.from({ length: 60 }, (_, index) => every(2 + index / 6, 5_000))
    const zeros = Array.from({ length: 12 }, (_, index) => every(index / 6, 0))
    const after = [1, 2, 3].map(count => every(20 + count * 10, 5_000 + count * 10))
    expect(energyOf([...zeros, ...still, ...after])).toEqual({ wh: 30, events: ['implausible'] })
    expect(energyOf([every(0, 0), every(1, 12_345_000), every(2, 12_345_000)]).events).toEqual(['implausible'])
  })

  test('that jumps by no more than a second sender explains continues from there once it rises', () => {
    const ahead = (...values: number[]) =>
      energyOf([every(0, 1_234), ...values.map((value, index) => every((index + 1) / 6, value))])
    expect(ahead(2_000, 2_000, 2_000)).toEqual({ wh: 0, events: ['implausible'] })
    expect(ahead(2_000, 2_000, 2_000, 1_240)).toEqual({ wh: 6, events: ['implausible'] })
    expect(ahead(2_000, 2_001, 2_002)).toEqual({ wh: 2, events: ['implausible'] })
  })

  test('of a day that restarts during an outage was reset', () => {
    const evening = Array.from({ length: 12 }, (_, index) => every(1_080 + index * 5, 8_200))
    const morning = Array.from({ length: 21 }, (_, index) => every(1_620 + index * 5, index * 10))
    const { wh, events } = energyOf([every(0, 0), every(5, 0), ...evening, every(1_140, 0), ...morning])
    expect({ wh, events }).toEqual({ wh: 8_400, events: ['reset'] })
    // Its connection comes back at noon, and it has counted more than half of the day before.
    const before = Array.from({ length: 12 }, (_, index) => every(index * 5, index * 100))
    const noon = Array.from({ length: 30 }, (_, index) => every(1_800 + index * 5, 4_500 + index * 100))
    expect(energyOf([...before, ...evening, ...noon])).toEqual({ wh: 15_600, events: ['reset'] })
  })

  test('that is misread twice, far above, continues from where it was', () => {
    const quarters = Array.from({ length: 40 }, (_, index) => every(index * 15, 12_345_000 + index * 100))
    const misread = quarters.map((each, index) =>
      index === 5 || index === 6 ? { ...each, value: 12_445_000_000 } : each,
    )
    expect(energyOf(misread)).toEqual({ wh: 3_900, events: ['implausible'] })
  })

  test('that falls a little and stays there is another meter after ten values, and has dipped until then', () => {
    const fallen = Array.from({ length: 11 }, (_, index) => every(index + 1, 12_000_000 + index * 10))
    expect(energyOf([every(0, 12_345_000), ...fallen.slice(0, 10)])).toEqual({ wh: 0, events: [] })
    expect(energyOf([every(0, 12_345_000), ...fallen])).toEqual({ wh: 100, events: ['reset_unknown'] })
    const back = every(12, 12_345_100)
    expect(energyOf([every(0, 12_345_000), ...fallen.slice(0, 10), back])).toEqual({ wh: 100, events: [] })
  })
})
