import { type Clock, nextBerlinHour, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'

/** Work that somebody waits for, or that takes minutes, shares no lane with the rest. */
export type JobLane = 'backups' | 'dns' | 'plans' | 'providers' | 'replans'

/** Work outside a request. It may run again after a crash, so it must be idempotent. */
export type JobDefinition = {
  readonly kind: string
  /** Set for a recurring job: the time from the end of one run to the next, over all instances. */
  readonly everyMs?: number
  /** Set for a daily job instead: the full hour in Europe/Berlin. If missed, it runs at the next start. */
  readonly atBerlinHour?: number
  /** Set for jobs that notice silence: an instance first listens this long, since it heard nobody while it was down. */
  readonly listensFirstMs?: number
  /** Jobs of one lane run one at a time, beside those of other lanes (decision 0101). */
  readonly lane?: JobLane
  /**
   * `payload` is the argument of `enqueueJob`; null for a recurring job. A job that takes long returns soon after `ending`
   * is aborted: the process ends.
   */
  run(runtime: Runtime, payload: unknown, ending?: AbortSignal): Promise<void>
}

/** The next run of a recurring job after this instant; undefined for one that runs only on demand. */
export function nextRun({ everyMs, atBerlinHour }: JobDefinition, { now }: Clock): Date | undefined {
  if (atBerlinHour !== undefined) return nextBerlinHour(now(), atBerlinHour)
  return everyMs === undefined ? undefined : plusMs(now(), everyMs)
}
