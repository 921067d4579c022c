import type { Transaction } from 'kysely'
import { takeOutOfOutbox } from '#server/auth/one-time-tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'

type Trx = Transaction<Database>

/**
 * Ends the pending change of a user, of which there is at most one; returns whether there was one. The caller audits.
 */
export async function settleEmailChange(
  trx: Trx,
  { clock }: Pick<Runtime, 'clock'>,
  userId: string,
  state: 'confirmed' | 'cancelled' | 'replaced',
): Promise<boolean> {
  const settled = await trx
    .updateTable('email_change')
    .set({ state, updated_at: instantText(clock.now()) })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .returning('token_hash')
    .execute()
  await takeOutOfOutbox(
    trx,
    settled.map(({ token_hash }) => token_hash),
  )
  return settled.length > 0
}
