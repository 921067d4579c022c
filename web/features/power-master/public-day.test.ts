import { expect, test } from 'vitest'
import { publicDay } from './public-day.ts'

test('a day of quarter-hours: storages stay within their limits, and energy goes from one to the next', () => {
  expect(publicDay.map(({ minute }) => minute)).toEqual(Array.from({ length: 96 }, (_, index) => index * 15))
  for (const [index, quarter] of publicDay.entries()) {
    const before = publicDay[index - 1]
    expect(quarter.batteryPercent).toBeGreaterThanOrEqual(0)
    expect(quarter.batteryPercent).toBeLessThanOrEqual(100)
    expect(Math.sign(quarter.carW)).toBeGreaterThanOrEqual(0)
    if (before === undefined) continue
    // The level rises while the battery charges and falls while it discharges.
    const change = quarter.batteryPercent - before.batteryPercent
    expect(change === 0 || Math.sign(change) === -Math.sign(quarter.batteryW), `at ${quarter.minute}`).toBe(true)
    expect(quarter.carPercent >= before.carPercent).toBe(true)
  }
})

test('the day shows each flow that the page explains', () => {
  for (const holds of [
    (quarter: (typeof publicDay)[number]) => quarter.gridW < 0,
    (quarter: (typeof publicDay)[number]) => quarter.batteryW < 0,
    (quarter: (typeof publicDay)[number]) => quarter.batteryW > 0,
    (quarter: (typeof publicDay)[number]) => quarter.carW > 0 && quarter.pvW > quarter.carW,
    (quarter: (typeof publicDay)[number]) => quarter.heatW > 0,
  ]) {
    expect(publicDay.some(holds)).toBe(true)
  }
})
