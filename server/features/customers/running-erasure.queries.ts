import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/schema.ts'

/**
 * 409 `erasure.running` while the customer's account is being deleted. The caller has locked the customer or one of its
 * invoices, as the erasure does when it begins: obstacles to a deletion cannot arise once it runs.
 */
export async function demandNoRunningErasure(trx: Transaction<Database>, customerId: string): Promise<void> {
  const running = await trx
    .selectFrom('erasure')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (running !== undefined) throw new AppError('erasure.running')
}
