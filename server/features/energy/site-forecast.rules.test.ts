import { describe, expect, it } from 'vitest'
import { dayMs, startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dayKind } from './german-holidays.rules.ts'
import { forecastLoad, forecastSun, type MeasuredSlot } from './site-forecast.rules.ts'

describe('the kind of a day', () => {
  it.each([
    ['2026-04-03', 7],
    ['2026-04-05', 7],
    ['2026-04-06', 7],
    ['2026-05-14', 7],
    ['2026-05-25', 7],
    ['2024-04-01', 7],
    ['2025-04-18', 7],
    ['2027-03-29', 7],
    ['2038-04-26', 7],
    ['2026-10-03', 7],
    ['2026-12-26', 7],
    ['2026-04-04', 6],
    ['2026-04-07', 1],
    ['2026-12-24', 1],
  ])('of %s is %i', (date, kind) => {
    expect(dayKind(date)).toBe(kind)
  })
})

/** Whole days before a date, with W of house and sun at each quarter-hour. */
function measured(until: string, days: number, house: (at: number) => number | null, pv: (at: number) => number) {
  const end = startOfBerlinDay(until).getTime()
  const count = days * 96
  return Array.from({ length: count }, (_, index): MeasuredSlot => {
    const at = end - (count - index) * slotMs
    const watts = house(at)
    return { at_ms: at, house_mwh: watts === null ? null : watts * 250, pv_mwh: pv(at) * 250 }
  })
}

describe('the load of a house', () => {
  const from = startOfBerlinDay('2026-03-23').getTime()

  it('is that of the same time on days of the same kind', () => {
    // 400 W on workdays, 900 W at weekends.
    const house = (at: number) => (dayKind(new Date(at + 3_600_000).toISOString().slice(0, 10)) === 1 ? 400 : 900)
    const slots = measured('2026-03-23', 28, house, () => 0)
    const load = forecastLoad(slots, from, 192) ?? []
    // Sunday's last quarter-hour was as usual: nothing fades.
    expect(new Set(load)).toEqual(new Set([400]))
    const saturday = startOfBerlinDay('2026-03-28').getTime()
    expect(new Set(forecastLoad(slots, saturday, 96))).toEqual(new Set([900]))
    const easterMonday = startOfBerlinDay('2026-04-06').getTime()
    expect(new Set(forecastLoad(slots, easterMonday, 88))).toEqual(new Set([900]))
  })

  it('starts with the current deviation, which fades out within an hour', () => {
    const slots = measured(
      '2026-03-23',
      21,
      at => (at === from - slotMs ? 2400 : 400),
      () => 0,
    )
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = forecastLoad(slots, from, 8) ?? []
    expect([first, second, third, fourth]).toEqual([...[first, second, third, fourth]].toSorted((a, b) => b - a))
    expect(first).toBeGreaterThan(1400)
    expect(fifth).toBe(400)
  })

  it('is unknown where nothing is measured', () => {
    expect(
      forecastLoad(
        measured(
          '2026-03-23',
          3,
          () => null,
          () => 0,
        ),
        from,
        8,
      ),
    ).toBeNull()
    expect(forecastSun([], from, 8, 5000)).toBeNull()
    expect(forecastSun([], from, 8, 0)).toEqual(new Array(8).fill(0))
  })
})

it('the solar power is the mean of the last days at the same position of the sun, also after the clocks change', () => {
  const from = startOfBerlinDay('2026-03-30').getTime()
  const noon = (at: number) => (at % dayMs === 11 * 3_600_000 ? 6000 : 0)
  const slots = measured('2026-03-30', 10, () => 400, noon)
  const sun = forecastSun(slots, from, 96, 9800) ?? []
  expect(sun.filter(watts => watts > 0)).toEqual([6000])
  expect((from + sun.indexOf(6000) * slotMs) % dayMs).toBe(11 * 3_600_000)
  expect(Math.max(...(forecastSun(slots, from, 96, 5000) ?? []))).toBe(5000)
})
