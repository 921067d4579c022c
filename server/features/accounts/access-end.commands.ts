/** The meaning of account recovery: defined only here. */
import type { Transaction } from 'kysely'
import type { Factor } from '#contract/second-factor-proof.ts'
import { revokeOneTimeTokens } from '#server/auth/one-time-tokens.ts'
import { forgetSetUp, removeFactors } from '#server/auth/second-factor-store.ts'
import { type EndedSession, endSessionsOf } from '#server/auth/sessions.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import type { InstantText } from '#server/database/schema-columns.ts'
import { passwordLinkKinds } from './password.queries.ts'
import { settleEmailChange } from './pending-email-change.commands.ts'

export type EndedAccess = {
  /** Impersonations in them: `recordEndedImpersonations`. */
  readonly sessions: EndedSession[]
  /** Whether a change of the address was pending. */
  readonly hadEmailChange: boolean
  readonly factors: Factor[]
  /** The value that marks of browsers are bound to from now on. */
  readonly generation: number
}

/**
 * Ends all current and upcoming access to an account: the pending change of its address, one-time links, sessions,
 * logins that wait for a second factor or are just being checked, a second factor that is only begun, and the marks of
 * browsers. `factorsSince` removes the second factors set up since then ('': all); without it none. The session
 * `exceptSessionId` stays. Call it with the user's row locked; the caller audits.
 */
export async function endAccess(
  trx: Transaction<Database>,
  runtime: Pick<Runtime, 'clock'>,
  userId: string,
  { exceptSessionId, factorsSince }: { exceptSessionId?: string; factorsSince?: InstantText } = {},
): Promise<EndedAccess> {
  const hadEmailChange = await settleEmailChange(trx, runtime, userId, 'cancelled')
  await revokeOneTimeTokens(trx, userId, passwordLinkKinds)
  const sessions = await endSessionsOf(trx, userId, exceptSessionId)
  await forgetSetUp(trx, userId)
  const factors = factorsSince === undefined ? [] : await removeFactors(trx, userId, factorsSince)
  const { access_generation: generation } = await trx
    .updateTable('user_account')
    .set(eb => ({ access_generation: eb('access_generation', '+', 1) }))
    .where('id', '=', userId)
    .returning('access_generation')
    .executeTakeFirstOrThrow()
  return { sessions, hadEmailChange, factors, generation }
}
