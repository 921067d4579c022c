/** Runs due jobs, one at a time in each lane of an instance, and each once over all instances. */
import { plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { triesMax } from './backoff.ts'
import {
  type ClaimedJob,
  claimJob,
  finishJob,
  leaseMs,
  postponeJob,
  prolongLease,
  untilNextJobMs,
} from './claim-job.ts'
import { type JobDefinition, nextRun } from './definition.ts'
import { enqueueJob } from './job-queue.ts'
import { type Poller, startPoller } from './poller.ts'

const longestSleepMs = 15_000

/** Called after every run; a failed one may be retried. */
export type JobListener = (kind: string, outcome: 'done' | 'failed', seconds: number) => void

/**
 * Starts a loop for each lane. Recurring jobs that are not queued yet are queued. `stop` waits for the current job of each.
 */
export function startJobLoops(
  runtime: Runtime,
  definitions: readonly JobDefinition[],
  onRun: JobListener = () => {},
): Poller {
  const ending = new AbortController()
  const lanes = [...Map.groupBy(definitions, ({ lane }) => lane).values()]
  const loops = lanes.map(lane => startLoop(runtime, lane, { onRun, ending: ending.signal }))
  return {
    wake: () => {
      for (const loop of loops) loop.wake()
    },
    stop: async () => {
      ending.abort()
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}

type RunOptions = { readonly onRun?: JobListener; readonly ending?: AbortSignal }

function startLoop(runtime: Runtime, definitions: readonly JobDefinition[], options: RunOptions): Poller {
  const startedAt = runtime.clock.now()
  const listReady = () =>
    definitions.filter(({ listensFirstMs = 0 }) => plusMs(startedAt, listensFirstMs) <= runtime.clock.now())
  let isPrepared = false
  return startPoller({
    name: 'jobs',
    log: runtime.log,
    longestSleepMs,
    untilNextMs: () =>
      untilNextJobMs(
        runtime,
        listReady().map(({ kind }) => kind),
      ),
    async runNext() {
      if (!isPrepared) await enqueueRecurringJobs(runtime, definitions)
      isPrepared = true
      return runNextJob(runtime, listReady(), options)
    },
  })
}

/** Queues every recurring job that is not queued yet: to run at once, or at its hour. */
export async function enqueueRecurringJobs(runtime: Runtime, definitions: readonly JobDefinition[]): Promise<void> {
  await inTransaction({ ...runtime, wake: () => {} }, async trx => {
    for (const definition of definitions) {
      const { kind, atBerlinHour } = definition
      const runAt = nextRun(definition, runtime.clock)
      if (runAt === undefined) continue
      await enqueueJob(trx, runtime, { kind, key: kind, ...(atBerlinHour === undefined ? {} : { runAt }) })
    }
  })
}

/** Runs the job that has been due longest; false when none is due. A job that throws is retried later. */
export async function runNextJob(
  runtime: Runtime,
  definitions: readonly JobDefinition[],
  { onRun = () => {}, ending }: RunOptions = {},
): Promise<boolean> {
  const job = await claimJob(
    runtime,
    definitions.map(definition => definition.kind),
  )
  const definition = definitions.find(known => known.kind === job?.kind)
  if (job === undefined || definition === undefined) return false
  if (job.attempts > triesMax) {
    await postponeJob(runtime, job, definition, 'The process ended each time while it ran.')
    return true
  }
  const startedMs = performance.now()
  const ran = (outcome: 'done' | 'failed') => onRun(job.kind, outcome, (performance.now() - startedMs) / 1_000)
  try {
    await runHeld(runtime, job, definition, ending)
  } catch (error) {
    ran('failed')
    runtime.log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'job failed')
    await postponeJob(runtime, job, definition, error instanceof Error ? error.message : String(error))
    return true
  }
  ran('done')
  await finishJob(runtime, job, definition)
  return true
}

async function runHeld(
  runtime: Runtime,
  job: ClaimedJob,
  { run }: JobDefinition,
  ending: AbortSignal | undefined,
): Promise<void> {
  const prolong = () => {
    prolongLease(runtime, job).catch((error: unknown) => {
      runtime.log.warn({ err: error, job: job.id }, 'the lease of a running job could not be prolonged')
    })
  }
  const timer = setInterval(prolong, leaseMs / 4)
  try {
    await run(runtime, JSON.parse(job.payload), ending)
  } finally {
    clearInterval(timer)
  }
}
