import type { Services } from '#server/context.ts'

/** Work done outside a request. It may run again after a crash, so doing it twice must do no harm. */
export type JobDefinition = {
  readonly kind: string
  /** Set for a recurring job: the time from the end of one run to the next, over all instances. */
  readonly everyMs?: number
  /** `payload` is what `enqueueJob` was given; null for a recurring job. */
  run(services: Services, payload: unknown): Promise<void>
}
