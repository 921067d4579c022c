import type { Clock } from '#server/clock.ts'

/** A clock that stands still until it is moved. */
export type TestClock = Clock & { advance(ms: number): void }

export function createTestClock(start = new Date('2026-03-10T09:00:00.000Z')): TestClock {
  let nowMs = start.getTime()
  return {
    now: () => new Date(nowMs),
    advance: ms => {
      nowMs += ms
    },
  }
}
