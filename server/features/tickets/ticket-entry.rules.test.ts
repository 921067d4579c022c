import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Progress } from '#contract/progress.ts'
import { hoursOf, minutesOf } from '#server/units.ts'
import { billedMinutes, entryTotalCents, isProgressStep } from './ticket-entry.rules.ts'

describe('the cost of an entry', () => {
  it.each([
    { minutes: 60, rate: 9_000, extra: 0, total: 9_000 },
    { minutes: 90, rate: 9_250, extra: 0, total: 13_875 },
    // 20 minutes are printed as 0,33 h: 0,33 × 90,00 € and not a third of 90,00 €.
    { minutes: 20, rate: 9_000, extra: 0, total: 2_970 },
    { minutes: 0, rate: 9_000, extra: 4_999, total: 4_999 },
    // 0,25 h × 85,50 € = 21,375 €, rounded up to the cent.
    { minutes: 15, rate: 8_550, extra: 0, total: 2_138 },
    { minutes: 0, rate: 9_000, extra: 0, total: 0 },
  ])('$minutes minutes at $rate cents with $extra cents extra are $total cents', ({ minutes, rate, extra, total }) => {
    expect(entryTotalCents({ minutes, hourly_rate_cents: rate, extra_cents: extra })).toBe(total)
  })

  it('is the product of the printed figures', () => {
    const minutes = fc.integer({ min: 0, max: 600_000 })
    const cents = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(minutes, cents, cents, (worked, rate, extra) => {
        const printedHundredths = BigInt(Math.round(hoursOf(worked) * 100))
        const exact = printedHundredths * BigInt(rate)
        const rounded = (exact + 50n) / 100n + BigInt(extra)
        expect(entryTotalCents({ minutes: worked, hourly_rate_cents: rate, extra_cents: extra })).toBe(Number(rounded))
      }),
    )
  })

  it('keeps every whole minute through hours with two decimals', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 600_000 }), minutes => minutesOf(hoursOf(minutes)) === minutes))
  })
})

describe('progress', () => {
  const allowed: readonly [Progress, Progress, boolean][] = [
    ['upcoming', 'upcoming', true],
    ['upcoming', 'inProgress', true],
    ['upcoming', 'finished', false],
    ['inProgress', 'upcoming', true],
    ['inProgress', 'finished', true],
    ['finished', 'inProgress', true],
    ['finished', 'upcoming', false],
  ]
  it.each(allowed)('from %s to %s: %s', (from, to, isAllowed) => {
    expect(isProgressStep(from, to)).toBe(isAllowed)
  })
})

describe('billed time', () => {
  it.each([
    [0, 0],
    [1, 15],
    [14 * 60_000, 15],
    [15 * 60_000, 15],
    [15 * 60_000 + 1, 30],
    [61 * 60_000, 75],
  ])('%i ms measured are billed as %i minutes', (measuredMs, minutes) => {
    expect(billedMinutes(measuredMs, 15)).toBe(minutes)
  })
})
