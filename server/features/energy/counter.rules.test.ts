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

  test('that shows 0 for however long and returns has had outliers', () => {
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

  test('that jumps for good counts on from there, and the jump counts for nothing', () => {
    const jumped = Array.from({ length: 30 }, (_, index) => every(index + 1, 12_345_000 + index * 10))
    expect(energyOf([every(0, 0), ...jumped])).toEqual({ wh: 290, events: ['implausible'] })
    expect(energyOf([every(0, 0), ...jumped.slice(0, 2)])).toEqual({ wh: 0, events: ['implausible', 'implausible'] })
  })
})
