import { describe, expect, test } from 'vitest'
import { endOf, nextTime, overrideEnds } from './override-end.ts'

describe('the end of an override', () => {
  test('is the next time of day in Berlin, on both sides of the clock change', () => {
    expect(nextTime(18, new Date('2026-03-28T12:00:00Z')).toISOString()).toBe('2026-03-28T17:00:00.000Z')
    expect(nextTime(18, new Date('2026-03-28T17:00:00Z')).toISOString()).toBe('2026-03-29T16:00:00.000Z')
    expect(nextTime(7, new Date('2026-10-24T22:30:00Z')).toISOString()).toBe('2026-10-25T06:00:00.000Z')
  })

  test('is in the future and at most seven days away', () => {
    const now = new Date('2026-03-10T09:00:00Z')
    for (const choice of overrideEnds) {
      const ms = endOf(choice, now).getTime() - now.getTime()
      expect([choice, ms > 0 && ms < 7 * 86_400_000]).toEqual([choice, true])
    }
  })
})
