/** Guesses of strangers at an account, under all its names. */
import type { Transaction } from 'kysely'
import { listMethods, proofCounter } from '#server/auth/second-factor-store.ts'
import { accountCounter, type Counter, clearWithin } from '#server/auth/throttle.ts'
import { sign } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import { foldCase } from '#server/database/fold.ts'
import type { Database } from '#server/database/schema.ts'

/** The form in which a typed login is compared: a user name or an e-mail address. No user name has an `@`. */
export function loginKey(typed: string): string {
  return typed.includes('@') ? addressKey(typed) : foldCase(typed)
}

/** Represents an entered name, which may be a password: without the keys it cannot be guessed from the mark. */
export function markOf({ keys }: Pick<Context, 'keys'>, key: string): string {
  return sign(keys.derive('login-name'), key)
}

/**
 * The owner has proven their identity: guesses of strangers no longer keep the account blocked. Those at a second factor
 * that is left still count: a reader of the mailbox could otherwise go on guessing with link after link.
 */
export async function forgetGuesses(
  trx: Transaction<Database>,
  context: Pick<Context, 'keys'>,
  { id, names }: { id: string; names: readonly string[] },
): Promise<void> {
  const proofs = (await listMethods(trx, id)).length > 0 ? [] : [proofCounter(id)]
  await clearWithin(trx, [
    ...names.map(name => typedCounter(markOf(context, loginKey(name)))),
    anyNameCounter(id),
    ...proofs,
  ])
}

/** Of a typed name, by its mark, whether or not an account has that name. */
export function typedCounter(mark: string): Counter {
  return accountCounter('login', mark)
}

/** Of an account under all its names; `owner` is its user, or the mark of the typed name when nobody has that name. */
export function anyNameCounter(owner: string): Counter {
  return accountCounter('login-any', owner)
}
