/** Starts and stops billing runs; a job works on them (decision 0075). */
import type { Transaction } from 'kysely'
import type { NewBillingRun } from '#contract/billing-runs.ts'
import { businessProfileRealtimeId } from '#contract/events.ts'
import type { AuditAction } from '#contract/operations.ts'
import { invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { type FoundRun, getRun, getStoredRun, type StoredRun } from './billing-run.queries.ts'

export const billingRunJobKind = 'billing_run'

/**
 * Lets the job draft the work of a month. Repeated, it continues a run that was stopped or has died, adds work that is
 * new, and checks all drafts again. 422 for a month in the future.
 */
export async function startRun(context: Context, { month, grouping, vatCase }: NewBillingRun): Promise<FoundRun> {
  const now = instantText(context.clock.now())
  if (month > calendarDate(context.clock.now()).slice(0, 7)) throw invalidField('month', 'date.in_future')
  await inTransaction(context, async trx => {
    const work = { state: 'drafting', grouping, vat_case: vatCase, total_count: 0, done_count: 0 } as const
    await trx
      .insertInto('billing_run')
      .values({ id: newId(context.clock.now()), month, ...work, created_at: now, updated_at: now })
      .onConflict(conflict => conflict.column('month').doUpdateSet({ ...work, updated_at: now }))
      .execute()
    await letJobWork(trx, context, await getStoredRun(trx, month))
    await record(trx, context, 'billing_run.started', month)
  })
  return getRun(context, month)
}

/** Lets the job issue all drafts of the run that lack nothing. 404 without a run. */
export async function issueRun(context: Context, month: string): Promise<FoundRun> {
  await inTransaction(context, async trx => {
    const run = await getStoredRun(trx, month)
    await setState(trx, context, run, { state: 'issuing', total_count: 0, done_count: 0 })
    await letJobWork(trx, context, run)
    await record(trx, context, 'billing_run.issue_started', month)
  })
  return getRun(context, month)
}

/** The job ends after the invoice it is working on. 404 without a run. */
export async function stopRun(context: Context, month: string): Promise<FoundRun> {
  await inTransaction(context, async trx => {
    await setState(trx, context, await getStoredRun(trx, month), { state: 'idle' })
    await record(trx, context, 'billing_run.stopped', month)
  })
  return getRun(context, month)
}

async function setState(
  trx: Transaction<Database>,
  { clock }: Context,
  { id }: StoredRun,
  columns: Partial<Pick<StoredRun, 'state' | 'total_count' | 'done_count'>>,
): Promise<void> {
  const updated_at = instantText(clock.now())
  await trx
    .updateTable('billing_run')
    .set({ ...columns, updated_at })
    .where('id', '=', id)
    .execute()
}

function letJobWork(trx: Transaction<Database>, context: Context, { id }: StoredRun): Promise<void> {
  return enqueueJob(trx, context, { kind: billingRunJobKind, key: id, payload: { id } })
}

function record(trx: Transaction<Database>, context: Context, action: AuditAction, details: string): Promise<void> {
  const subject = { subjectKind: 'business_profile', subjectId: businessProfileRealtimeId } as const
  return recordAudit(trx, context, { action, ...subject, details })
}
