import type { Transaction } from 'kysely'
import { recordAudit } from '#server/audit/record.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { JobTable } from '#server/database/platform-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction, wakeAfterCommit } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { getFailedJobToChange } from './failed-job.queries.ts'

/**
 * Retries the job now, with all its tries. If the same job is queued anyway, as recurring jobs are, that one runs now
 * instead. 404 for a job that was not given up.
 */
export async function retryFailedJob(context: Context, id: string): Promise<void> {
  await inTransaction(context, async trx => {
    const job = await removeFailedJob(trx, context, id)
    const now = instantText(context.clock.now())
    await enqueueJob(trx, context, { kind: job.kind, key: job.key, payload: JSON.parse(job.payload) })
    await trx
      .updateTable('job')
      .set({ run_at: now, updated_at: now })
      .where('kind', '=', job.kind)
      .where('key', '=', job.key)
      .where('state', '=', 'waiting')
      .where('run_at', '>', now)
      .execute()
    wakeAfterCommit(trx)
    await recordAudit(trx, context, { action: 'job.retried', subjectKind: 'job', subjectId: id, details: job.kind })
  })
}

/** Deletes the job. 404 for a job that was not given up. */
export async function dismissFailedJob(context: Context, id: string): Promise<void> {
  await inTransaction(context, async trx => {
    const job = await removeFailedJob(trx, context, id)
    await recordAudit(trx, context, { action: 'job.dismissed', subjectKind: 'job', subjectId: id, details: job.kind })
  })
}

async function removeFailedJob(trx: Transaction<Database>, context: Context, id: string): Promise<JobTable> {
  const job = await getFailedJobToChange(trx, context, id)
  await trx.deleteFrom('job').where('id', '=', id).execute()
  return job
}
