/** Calls counted in memory: the load one process can take in a minute, decided before the call is read. */
import { AppError } from '#server/app-error.ts'
import { BoundedMap } from '#server/bounded-map.ts'
import { minuteMs } from '#server/clock.ts'

type Minute = { startedAt: number; calls: number }

export type CallCounter = {
  /** Throws `throttled` (429 with Retry-After) beyond `perMinute` calls of one caller. */
  count(caller: string, perMinute: number, now: Date): void
}

/** Keeps at most `callersMax` callers; the least recent one is dropped first. */
export function createCallCounter(callersMax = 20_000): CallCounter {
  const minutes = new BoundedMap<string, Minute>(callersMax)

  return {
    count(caller, perMinute, now) {
      const known = minutes.get(caller)
      const age = known === undefined ? minuteMs : now.getTime() - known.startedAt
      const isOver = age < 0 || age >= minuteMs
      const minute = known === undefined || isOver ? { startedAt: now.getTime(), calls: 0 } : known
      minute.calls += 1
      minutes.set(caller, minute)
      if (minute.calls <= perMinute) return
      const retryAfterSeconds = Math.ceil((minute.startedAt + minuteMs - now.getTime()) / 1_000)
      throw new AppError('throttled', { retryAfterSeconds })
    },
  }
}
