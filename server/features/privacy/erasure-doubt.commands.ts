import type { Transaction } from 'kysely'
import { doubtSince } from '#server/auth/doubt.ts'
import type { Context } from '#server/context.ts'
import { listed } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { InstantText } from '#server/database/schema-columns.ts'
import { withdrawWaiting } from './erasure.commands.ts'

/**
 * Withdraws the deletions that accounts in dispute have asked for, in the last thirty days or since the dispute began: a
 * thief would destroy everything with them (decision 0047). Returns the numbers of the customers.
 */
export async function withdrawErasuresAskedBy(
  trx: Transaction<Database>,
  context: Context,
  userIds: readonly string[],
  disputedSince: InstantText | undefined,
): Promise<string[]> {
  const asked = await trx
    .selectFrom('erasure')
    .select(['customer_id', 'customer_number'])
    .where('state', '=', 'waiting')
    .where('asked_at', '>=', doubtSince(context.clock.now(), disputedSince))
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('audit_entry')
          .select('audit_entry.seq')
          .where('action', '=', 'customer.erasure_asked')
          .where('actor_user_id', 'in', listed(context.engine, JSON.stringify(userIds)))
          .whereRef('subject_id', '=', 'erasure.customer_id')
          // The line is written after the row, and only one deletion of a customer waits.
          .whereRef('at', '>=', 'erasure.asked_at'),
      ),
    )
    .orderBy('customer_id')
    .execute()
  const withdrawn: string[] = []
  for (const { customer_id, customer_number } of asked) {
    if (customer_id !== null && (await withdrawWaiting(trx, context, customer_id))) withdrawn.push(customer_number)
  }
  return withdrawn
}
