import { expect, test } from 'vitest'
import {
  addressOf,
  dayAfter,
  midnightOf,
  neighbourOf,
  rangeAround,
  rangeInside,
  rangeKinds,
  rangeOf,
} from './energy-range.ts'

test.each([
  ['2026-11-23', 'day', '2026-11-23', '2026-11-24', 'slot'],
  ['2026-12-31', 'day', '2026-12-31', '2027-01-01', 'slot'],
  ['2026-11-29', 'week', '2026-11-23', '2026-11-30', 'day'],
  ['2027-01-01', 'week', '2026-12-28', '2027-01-04', 'day'],
  ['2026-12-05', 'month', '2026-12-01', '2027-01-01', 'day'],
  ['2026-06-15', 'year', '2026-01-01', '2027-01-01', 'month'],
  ['2026-06-15', 'total', '2000-01-01', '2027-01-01', 'year'],
] as const)('around %s a %s is from %s until before %s', (day, kind, from, to, step) => {
  expect(rangeAround(day, kind)).toEqual({ kind, from, to, step })
})

test.each([
  ['2026-03-01', 'day', -1, '2026-02-28'],
  ['2026-10-25', 'day', 1, '2026-10-26'],
  ['2026-11-25', 'week', -1, '2026-11-16'],
  ['2026-01-31', 'month', -1, '2025-12-01'],
  ['2026-01-31', 'month', 1, '2026-02-01'],
  ['2026-01-31', 'year', -1, '2025-01-01'],
] as const)('next to %s by %s (%i) is %s', (day, kind, by, expected) => {
  expect(neighbourOf(rangeAround(day, kind), by).from).toBe(expected)
})

test('every period survives its address, and its neighbours adjoin it', () => {
  for (let day = '2023-12-20'; day < '2026-01-10'; day = dayAfter(day, 1)) {
    for (const kind of rangeKinds.filter(each => each !== 'total')) {
      const range = rangeAround(day, kind)
      expect(rangeOf(addressOf(range))).toEqual(range)
      expect(range.from <= day && day < range.to).toBe(true)
      expect(neighbourOf(range, 1).from).toBe(range.to)
      expect(neighbourOf(range, -1).to).toBe(range.from)
    }
  }
})

test('an address with an impossible end shows a month', () => {
  expect(rangeOf({ from: '2026-11-23', to: '2026-11-01', step: 'day' }).kind).toBe('month')
  expect(rangeOf({ from: '2026-11-23', to: '2027-11-01', step: 'day' }).kind).toBe('month')
})

test('a step opens as the next smaller period', () => {
  expect(rangeInside(rangeAround('2026-11-23', 'year'), '2026-03-01')).toMatchObject({
    kind: 'month',
    to: '2026-04-01',
  })
  expect(rangeInside(rangeAround('2026-11-23', 'day'), '2026-11-23')).toBeNull()
})

test.each([
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('%s begins in Berlin at %s', (day, expected) => {
  expect(new Date(midnightOf(day)).toISOString()).toBe(expected)
})
