/** Guesses of strangers at an account, under all its names. */
import type { Transaction } from 'kysely'
import { proofCount } from '#server/auth/second-factor-store.ts'
import { forgetAccountsWithin } from '#server/auth/throttle.ts'
import { sign } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { foldCase } from '#server/database/fold.ts'
import type { Database } from '#server/database/schema.ts'

/** Represents an entered name, which may be a password: without the keys it cannot be guessed from the mark. */
export function markOf({ keys }: Pick<Context, 'keys'>, key: string): string {
  return sign(keys.derive('login-name'), key)
}

/** The owner has proven their identity: guesses of strangers no longer keep the account blocked. */
export async function forgetGuesses(
  trx: Transaction<Database>,
  context: Pick<Context, 'keys'>,
  { id, names }: { id: string; names: readonly string[] },
): Promise<void> {
  const typed = names.map(name => ['login', markOf(context, foldCase(name))] as const)
  await forgetAccountsWithin(trx, [...typed, ['login-any', id], proofCount(id)])
}
