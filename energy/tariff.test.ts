import { describe, expect, test } from 'vitest'
import { fillPrices, pricePartsOf, pricesOf, quantile, stepStarts, type Tariff } from './tariff.ts'

const tariff: Tariff = {
  vat: 0.19,
  supply: { spotShare: 1, ct: 1.5 },
  gridFee: {
    ct: 9.53,
    windows: [
      { fromMinute: 0, toMinute: 420, ct: 0.95, months: [1, 2, 3] },
      { fromMinute: 17 * 60, toMinute: 20 * 60, ct: 15.2, months: null },
      { fromMinute: 22 * 60, toMinute: 60, ct: 3, months: [10] },
    ],
  },
  leviesCt: 4.63,
  feedIn: { ct: 7.86, spotShare: 0, zeroWhenSpotNegative: true },
}

const importAt = (startsAt: string, spot: number, minutes = 15) =>
  pricesOf(tariff, stepStarts(startsAt, [minutes]), [minutes], [spot]).importCt[0]
const withFee = (fee: number, spot = 10) => Math.round((spot + 1.5 + fee + 4.63) * 1.19 * 10_000) / 10_000

test.each([
  ['inside a window, from inclusive', '2026-02-09T23:00:00Z', 0.95],
  ['before its end', '2026-02-10T05:45:00Z', 0.95],
  ['at its end, to exclusive', '2026-02-10T06:00:00Z', 9.53],
  ['in a month without the window', '2026-04-10T00:00:00Z', 9.53],
  ['in summer the window begins an hour earlier by UTC', '2026-07-10T15:00:00Z', 15.2],
  ['in winter it does not', '2026-12-10T15:00:00Z', 9.53],
  ['over midnight, before it', '2026-10-10T20:00:00Z', 3],
  ['over midnight, after it', '2026-10-10T22:45:00Z', 3],
  ['over midnight, at its end', '2026-10-10T23:00:00Z', 9.53],
  ['on the day of the change to summer, before', '2026-03-29T00:45:00Z', 0.95],
  ['on the day of the change to summer 07:00 is 05:00 UTC', '2026-03-29T05:00:00Z', 9.53],
  ['on the day of the change to winter, the repeated hour', '2026-10-25T01:00:00Z', 9.53],
  ['on the day of the change to winter, 17:00 is 16:00 UTC', '2026-10-25T16:00:00Z', 15.2],
])('the grid fee %s', (_, startsAt, fee) => {
  expect(importAt(startsAt, 10)).toBe(withFee(fee))
})

test('a step over two windows has the mean of both by time', () => {
  expect(importAt('2026-02-10T05:30:00Z', 10, 60)).toBe(withFee((0.95 + 9.53) / 2))
})

test('a window within a quarter-hour counts by its minutes', () => {
  const windows = [{ fromMinute: 725, toMinute: 740, ct: 15, months: null }]
  const within = { ...tariff, gridFee: { ct: 0, windows } }
  const starts = ['2026-02-10T11:00:00Z', '2026-02-10T11:15:00Z'].map(start => Date.parse(start))
  const fees = starts.map(start => pricePartsOf(within, start, 10).gridCt)
  expect(fees).toEqual([10, 5])
})

test.each([
  ['negative', -5, 0],
  ['zero', 0, 7.86],
  ['positive', 5, 7.86],
])('feeding in at a %s spot price', (_, spot, ct) => {
  expect(pricesOf(tariff, [0], [15], [spot]).exportCt).toEqual([ct])
})

test('a negative spot price can make import pay', () => {
  expect(importAt('2026-06-01T10:00:00Z', -40)).toBe(withFee(9.53, -40))
})

describe('an unknown price', () => {
  const hours = (count: number) => new Array<number>(count).fill(60)
  const filled = (startsAt: string, prices: (number | null)[]) =>
    fillPrices(prices, stepStarts(startsAt, hours(prices.length)), hours(prices.length))

  test('is that of the same local time of the day before', () => {
    const day = Array.from({ length: 24 }, (_, hour) => hour)
    expect(filled('2026-06-01T22:00:00Z', [...day, ...day.map(() => null)])).toEqual([...day, ...day])
  })

  test('is never one of the same day, else the mean of the known ones', () => {
    expect(filled('2026-06-01T08:00:00Z', [10, 20, null])).toEqual([10, 20, 15])
  })

  test('keeps local time when the clocks change to summer', () => {
    // From 28 March 00:00 local: the day has 24 hours, the next one 23.
    const prices: (number | null)[] = Array.from({ length: 24 }, (_, hour) => hour)
    const next = filled('2026-03-27T23:00:00Z', [...prices, ...new Array<null>(23).fill(null)]).slice(24)
    expect(next).toEqual([0, 1, ...Array.from({ length: 21 }, (_, hour) => hour + 3)])
  })

  test('keeps local time when the clocks change to winter', () => {
    const prices: (number | null)[] = Array.from({ length: 24 }, (_, hour) => hour)
    const next = filled('2026-10-23T22:00:00Z', [...prices, ...new Array<null>(25).fill(null)]).slice(24)
    expect(next).toEqual([0, 1, 2, 2, ...Array.from({ length: 21 }, (_, hour) => hour + 3)])
  })
})

test('the quantile lies between the sorted values', () => {
  expect(quantile([4, 1, 3, 2], 0.25)).toBe(1.75)
  expect(quantile([7], 0.25)).toBe(7)
})
