import { describe, expect, it } from 'vitest'
import { dayKindOf, daysUntil, lengthText } from './uptime-days.ts'

describe('a day of a website', () => {
  it.each([
    [0, 0, 'none'],
    [144, 0, 'ok'],
    [144, 1, 'short'],
    [144, 7, 'short'],
    [144, 8, 'down'],
    [144, 144, 'down'],
    [2, 1, 'down'],
  ])('with %i checks of which %i failed is %s', (checks, failures, kind) => {
    expect(dayKindOf({ checks, failures })).toBe(kind)
  })
})

describe('the days until a certificate expires', () => {
  it.each([
    ['2026-11-20T09:00:00.000Z', 0],
    ['2026-11-20T22:59:00.000Z', 0],
    ['2026-11-20T23:01:00.000Z', 1],
    ['2026-11-21T00:00:00.000Z', 1],
    ['2026-12-20T08:00:00.000Z', 30],
    ['2026-11-20T07:59:00.000Z', -1],
    ['2026-11-17T08:00:00.000Z', -3],
    ['2027-03-30T08:00:00.000Z', 130],
  ])('to %s are %i', (instant, days) => {
    expect(daysUntil(instant, Date.parse('2026-11-20T08:00:00.000Z'))).toBe(days)
  })
})

describe('a duration', () => {
  it.each([
    ['2026-11-20T08:00:10.000Z', '1\u00a0Min.'],
    ['2026-11-20T08:40:00.000Z', '40\u00a0Min.'],
    ['2026-11-20T10:10:00.000Z', '2\u00a0Std. 10\u00a0Min.'],
    ['2026-11-21T12:30:00.000Z', '1\u00a0Tag 4\u00a0Std.'],
    ['2026-11-23T08:00:00.000Z', '3\u00a0Tage 0\u00a0Std.'],
  ])('until %s is %s', (to, text) => {
    expect(lengthText('2026-11-20T08:00:00.000Z', to)).toBe(text)
  })
})
