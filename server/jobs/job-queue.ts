import type { Transaction } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { wakeAfterCommit } from '#server/database/transaction.ts'

export type NewJob = {
  readonly kind: string
  /** While a job of this kind and key waits, no second one is created. Without a key every call creates one. */
  readonly key?: string
  readonly payload?: unknown
  /** Not before this instant; without it at once. */
  readonly runAt?: Date
}

/** Puts a job into the queue. It runs only if the transaction commits. */
export async function enqueueJob(
  trx: Transaction<Database>,
  { clock }: Pick<Runtime, 'clock'>,
  job: NewJob,
): Promise<void> {
  const id = newId()
  const now = instantText(clock.now())
  await trx
    .insertInto('job')
    .values({
      id,
      kind: job.kind,
      key: job.key ?? id,
      payload: JSON.stringify(job.payload ?? null),
      state: 'waiting',
      run_at: job.runAt === undefined ? now : instantText(job.runAt),
      lease_until: null,
      attempts: 0,
      last_error: '',
      created_at: now,
      updated_at: now,
    })
    // The unique index over waiting jobs; PostgreSQL finds it only when it is not named.
    .onConflict(conflict => conflict.doNothing())
    .execute()
  wakeAfterCommit(trx)
}
