import { expect, it } from 'vitest'
import { feedInCtOf } from './feed-in.rules.ts'

it.each([
  ['2025-09-01', 9.8, 7.86],
  // (10 · 7.86 + 10 · 6.8) / 20
  ['2025-09-01', 20, 7.33],
  // (10 · 7.86 + 30 · 6.8 + 20 · 5.56) / 60
  ['2026-01-31', 60, 6.56],
  ['2026-02-01', 10, 7.78],
  ['2024-01-31', 5, 8.2],
  ['2022-07-30', 5, 8.2],
])('a plant of %s with %d kWp is paid %d ct', (day, kwp, ct) => {
  expect(feedInCtOf(day, kwp)).toBe(ct)
})

it.each([
  ['an unknown day', null, 9.8],
  ['a day before the first rates', '2022-07-29', 9.8],
  ['a day after the last rates', '2026-08-01', 9.8],
  ['no power', '2025-09-01', 0],
  ['more power than is paid a fixed rate', '2025-09-01', 100.1],
])('%s has no known pay', (_, day, kwp) => {
  expect(feedInCtOf(day, kwp)).toBeNull()
})
