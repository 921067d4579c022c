/** Claims one due job for this instance, and records its result. */
import type { ExpressionBuilder } from 'kysely'
import { instantText, latestCredible, minuteMs, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { forUpdateSkipLocked } from '#server/database/engine.ts'
import type { JobTable } from '#server/database/platform-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { backoffMs, triesMax } from './backoff.ts'
import { type JobDefinition, nextRun } from './definition.ts'
import { enqueueJob } from './job-queue.ts'

/** A dead instance keeps its job this long; a living one prolongs it. */
export const leaseMs = 2 * minuteMs

type Own = Pick<Runtime, 'db' | 'engine' | 'clock' | 'wake'>
export type ClaimedJob = Pick<JobTable, 'id' | 'kind' | 'payload' | 'attempts'>

/** The job that has been due longest and is not running; undefined when there is none. */
export async function claimJob({ db, engine, clock }: Own, kinds: readonly string[]): Promise<ClaimedJob | undefined> {
  if (kinds.length === 0) return undefined
  const now = instantText(clock.now())
  return db
    .updateTable('job')
    .set(eb => ({
      attempts: eb('attempts', '+', 1),
      lease_until: instantText(plusMs(clock.now(), leaseMs)),
      updated_at: now,
    }))
    .where('id', '=', eb =>
      eb
        .selectFrom('job')
        .select('id')
        .where('state', '=', 'waiting')
        .where(due =>
          due.or([
            due('run_at', '<=', now).and(due.or([due('lease_until', 'is', null), due('lease_until', '<=', now)])),
            due('updated_at', '>', instantText(latestCredible(clock.now()))),
          ]),
        )
        .where('kind', 'in', kinds)
        .orderBy('run_at')
        .limit(1)
        .$call(forUpdateSkipLocked(engine)),
    )
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

/** Milliseconds until a job may be due; undefined when none waits. */
export async function untilNextJobMs({ db, clock }: Own, kinds: readonly string[]): Promise<number | undefined> {
  if (kinds.length === 0) return undefined
  const next = await db
    .selectFrom('job')
    .select(({ fn }) => fn.min(fn.coalesce('lease_until', 'run_at')).as('at'))
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return next?.at ? Date.parse(next.at) - clock.now().getTime() : undefined
}

/** Keeps the job for this instance while it runs. */
export async function prolongLease({ db, clock }: Own, job: ClaimedJob): Promise<void> {
  await db
    .updateTable('job')
    .set({ lease_until: instantText(plusMs(clock.now(), leaseMs)), updated_at: instantText(clock.now()) })
    .where(mine(job))
    .execute()
}

/** The job is done; a recurring one is queued for its next time in the same transaction. */
export async function finishJob(runtime: Own, job: ClaimedJob, definition: JobDefinition): Promise<void> {
  await closeJob(runtime, job, definition, { state: 'done', last_error: '' })
}

/** Waits and retries; after the last try the job stays as `failed`, and a recurring one starts again. */
export async function postponeJob(
  runtime: Own,
  job: ClaimedJob,
  definition: JobDefinition,
  reason: string,
): Promise<void> {
  if (job.attempts >= triesMax) {
    await closeJob(runtime, job, definition, { state: 'failed', last_error: reason })
    return
  }
  const { db, clock } = runtime
  await db
    .updateTable('job')
    .set({
      run_at: instantText(plusMs(clock.now(), backoffMs(job.attempts))),
      lease_until: null,
      last_error: reason,
      updated_at: instantText(clock.now()),
    })
    .where(mine(job))
    .execute()
}

async function closeJob(
  runtime: Own,
  job: ClaimedJob,
  definition: JobDefinition,
  outcome: Pick<JobTable, 'state' | 'last_error'>,
): Promise<void> {
  const { clock } = runtime
  await inTransaction(runtime, async trx => {
    const closed = await trx
      .updateTable('job')
      .set({ ...outcome, lease_until: null, updated_at: instantText(clock.now()) })
      .where(mine(job))
      .returning('id')
      .executeTakeFirst()
    const runAt = nextRun(definition, clock)
    const { kind } = definition
    if (closed && runAt) await enqueueJob(trx, runtime, { kind, key: kind, runAt })
  })
}

/** Still held by this instance: a claim by another one, after the lease ran out, has incremented `attempts`. */
function mine({ id, attempts }: ClaimedJob) {
  return (eb: ExpressionBuilder<Database, 'job'>) => eb.and({ id, attempts, state: 'waiting' })
}
