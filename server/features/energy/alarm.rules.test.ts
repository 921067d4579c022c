import { describe, expect, test } from 'vitest'
import { isBalanceInDoubt, sunElevation } from './alarm.rules.ts'

const munich = { latitude_hundredths: 4_814, longitude_hundredths: 1_158 }

describe('the sun', () => {
  // Elevations of the NOAA solar calculator.
  test.each([
    ['2026-06-21T11:15:00Z', 65.3],
    ['2026-12-21T11:12:00Z', 18.4],
    ['2026-03-20T05:22:00Z', 0],
    ['2026-06-21T23:00:00Z', -18],
  ])('over Munich at %s has an elevation of %d degrees', (at, degrees) => {
    expect(Math.abs(sunElevation(munich, new Date(at)) - degrees)).toBeLessThan(1.5)
  })
})

describe('the balance of a day', () => {
  test('is in doubt above 3 % and trusted again below 2.5 %', () => {
    const used = { usedMwh: 10_000_000 }
    expect(isBalanceInDoubt({ ...used, unexplainedMwh: 310_000 }, false)).toBe(true)
    expect(isBalanceInDoubt({ ...used, unexplainedMwh: 290_000 }, false)).toBe(false)
    expect(isBalanceInDoubt({ ...used, unexplainedMwh: 290_000 }, true)).toBe(true)
    expect(isBalanceInDoubt({ ...used, unexplainedMwh: 240_000 }, true)).toBe(false)
  })
  test('is not judged on a day with hardly any use', () => {
    expect(isBalanceInDoubt({ usedMwh: 100_000, unexplainedMwh: 90_000 }, false)).toBe(false)
  })
})
