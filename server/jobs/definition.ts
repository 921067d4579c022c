import { type Clock, nextBerlinHour, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'

/** Work outside a request. It may run again after a crash, so it must be idempotent. */
export type JobDefinition = {
  readonly kind: string
  /** Set for a recurring job: the time from the end of one run to the next, over all instances. */
  readonly everyMs?: number
  /** Set for a daily job instead: the full hour in Europe/Berlin. If missed, it runs at the next start. */
  readonly atBerlinHour?: number
  /** Somebody waits for it: it never runs behind a long job, such as a backup (decision 0101). */
  readonly isPrompt?: true
  /** `payload` is the argument of `enqueueJob`; null for a recurring job. */
  run(runtime: Runtime, payload: unknown): Promise<void>
}

/** The next run of a recurring job after this moment; undefined for one that runs only on demand. */
export function nextRun({ everyMs, atBerlinHour }: JobDefinition, { now }: Clock): Date | undefined {
  if (atBerlinHour !== undefined) return nextBerlinHour(now(), atBerlinHour)
  return everyMs === undefined ? undefined : plusMs(now(), everyMs)
}
