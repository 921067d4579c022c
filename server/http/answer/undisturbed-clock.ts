/** A clock that stands still while the main thread is ready to run but has no processor. */
import { openSync, readSync } from 'node:fs'

/** Shorter intervals count whole: asking the system takes some microseconds. */
const worthAskingMs = 1

/** 0 where the system does not keep it. */
const systemRunDelayMs = openRunDelay()

function openRunDelay(): () => number {
  let file: number
  try {
    file = openSync('/proc/self/schedstat', 'r')
  } catch {
    return () => 0
  }
  const buffer = Buffer.alloc(64)
  let delayMs = 0
  return () => {
    const read = runDelayMsOf(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)))
    if (Number.isFinite(read)) delayMs = read
    return delayMs
  }
}

/**
 * Linux keeps how long a thread was ready to run and had no processor: the second number of `/proc/<pid>/schedstat`, in
 * nanoseconds (Documentation/scheduler/sched-stats.rst of the kernel). NaN without a second number.
 */
export function runDelayMsOf(schedstat: string): number {
  return Number(schedstat.split(' ')[1]) / 1_000_000
}

/** Milliseconds from any start. Sleeping counts, such as the wait for a disk or for the database. */
export function createUndisturbedClock(now = () => performance.now(), runDelayMs = systemRunDelayMs): () => number {
  let at = now()
  let delayMs = runDelayMs()
  let undisturbedMs = 0

  return () => {
    const passedMs = now() - at
    at += passedMs
    if (passedMs < worthAskingMs) {
      undisturbedMs += passedMs
      return undisturbedMs
    }
    const before = delayMs
    delayMs = runDelayMs()
    undisturbedMs += Math.max(0, passedMs - (delayMs - before))
    return undisturbedMs
  }
}
