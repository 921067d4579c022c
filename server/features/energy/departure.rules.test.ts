import { describe, expect, it } from 'vitest'
import { departuresOf } from './departure.rules.ts'

describe('departures', () => {
  const everyDay = [1, 2, 3, 4, 5, 6, 7]
  const departuresAt = (time: string, from: string, to: string, weekdays = everyDay) =>
    departuresOf({ departures: [{ weekdays, time, levelPercent: 80 }] }, Date.parse(from), Date.parse(to)).map(
      ({ at }) => new Date(at).toISOString(),
    )

  it('at a time that spring skips are an hour later, that day only', () => {
    expect(departuresAt('02:30', '2026-03-28T00:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    // 02:00 does not exist, 03:00 is the same instant.
    expect(departuresAt('02:00', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toEqual(['2026-03-29T01:00:00.000Z'])
    expect(departuresAt('03:00', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toEqual(['2026-03-29T01:00:00.000Z'])
  })

  it('at a time that occurs twice in autumn happen once, at the first', () => {
    expect(departuresAt('02:30', '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toEqual(['2026-10-25T00:30:00.000Z'])
    expect(departuresAt('03:00', '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toEqual(['2026-10-25T02:00:00.000Z'])
  })

  it('are on the weekdays of Berlin, after the start and up to the end, inclusive', () => {
    const sunday = [7]
    expect(departuresAt('00:15', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', sunday)).toEqual([
      '2026-03-28T23:15:00.000Z',
    ])
    expect(departuresAt('23:45', '2026-10-25T22:45:00Z', '2026-11-01T22:45:00Z', sunday)).toEqual([
      '2026-11-01T22:45:00.000Z',
    ])
  })
})
