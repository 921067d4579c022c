import { describe, expect, test } from 'vitest'
import type { SiteChannel } from './site-slots.rules.ts'
import { channelsOfLevel, isLevelStuck } from './stuck-level.rules.ts'

describe('the level of a battery', () => {
  const watch = { least: 41_000, most: 41_000, netMwh: -1_200_000, stuckAt: null }

  test('is stuck when it does not move although a kilowatt-hour flowed', () => {
    expect(isLevelStuck(watch)).toBe(true)
  })
  test('is not stuck while nothing flows, or when it moves', () => {
    expect(isLevelStuck({ ...watch, netMwh: 200_000 })).toBe(false)
    expect(isLevelStuck({ ...watch, most: 42_000 })).toBe(false)
  })
  test('stays stuck until it moves, also while nothing flows or nothing is heard', () => {
    const before = { ...watch, netMwh: 0, stuckAt: 41_000 }
    expect(isLevelStuck(before)).toBe(true)
    expect(isLevelStuck({ ...before, least: null, most: null })).toBe(true)
    expect(isLevelStuck({ ...before, most: 41_500 })).toBe(false)
    expect(isLevelStuck({ ...before, least: 60_000, most: 60_000 })).toBe(false)
  })
})

describe('the channels of a level', () => {
  const channel = (number: number, measure: SiteChannel['measure'], place: Partial<SiteChannel> = {}): SiteChannel => ({
    number,
    role: 'battery',
    measure,
    device: '',
    storageId: null,
    ...place,
  })
  const numbersOf = (channels: SiteChannel[]) =>
    channelsOfLevel(channels[0] as SiteChannel, channels)?.map(c => c.number)

  test('are those of its storage or device', () => {
    const [one, other] = [{ storageId: 'a' }, { storageId: 'b' }]
    const channels = [channel(1, 'level', one), channel(2, 'power', one), channel(3, 'power', other)]
    expect(numbersOf([...channels, channel(4, 'level', other)])).toEqual([1, 2])
    const [east, west] = [{ device: 'east' }, { device: 'west' }]
    expect(numbersOf([channel(1, 'level', east), channel(2, 'power', west), channel(3, 'power', east)])).toEqual([1, 3])
  })
  test('are all channels of the only battery, regardless of the device', () => {
    const counters = [channel(2, 'charge'), channel(3, 'discharge', { device: 'meter' })]
    expect(numbersOf([channel(1, 'level', { device: 'bms' }), ...counters])).toEqual([1, 2, 3])
  })
  test('are unknown for several batteries that cannot be distinguished, and without energy', () => {
    expect(numbersOf([channel(1, 'level'), channel(2, 'power'), channel(3, 'level'), channel(4, 'power')])).toBe(
      undefined,
    )
    expect(numbersOf([channel(1, 'level', { storageId: 'a' }), channel(2, 'power', { storageId: 'b' })])).toBe(
      undefined,
    )
    expect(numbersOf([channel(1, 'level')])).toBe(undefined)
  })
})
