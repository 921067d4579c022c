import { type Clock, nextBerlinHour, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'

/** Work done outside a request. It may run again after a crash, so doing it twice must do no harm. */
export type JobDefinition = {
  readonly kind: string
  /** Set for a recurring job: the time from the end of one run to the next, over all instances. */
  readonly everyMs?: number
  /** Set for a job of every day instead: the full hour in Europe/Berlin. Missed while nothing ran, it runs at the next start. */
  readonly atBerlinHour?: number
  /** `payload` is what `enqueueJob` was given; null for a recurring job. */
  run(runtime: Runtime, payload: unknown): Promise<void>
}

/** When a recurring job runs after this moment; undefined for one that runs only when it is asked for. */
export function nextRun({ everyMs, atBerlinHour }: JobDefinition, { now }: Clock): Date | undefined {
  if (atBerlinHour !== undefined) return nextBerlinHour(now(), atBerlinHour)
  return everyMs === undefined ? undefined : plusMs(now(), everyMs)
}
