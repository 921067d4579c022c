/**
 * Passwords and codes that a logged-in user enters again. Each session is counted separately: a stolen one does not
 * block its owner. All sessions of a user in one network share a ceiling that none of them reaches alone, because each
 * has to wait longer and longer.
 */
import { minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { UserActor } from './actor.ts'
import { clientNetwork } from './client-network.ts'
import { countOn, countOnAccount, forgetAccount, forgive, type Window } from './throttle.ts'

type Kind = 'password' | 'second-factor'
type Own = Pick<UserActor, 'userId' | 'sessionId'>

export const reauthenticationCeiling: Window = { limit: 30, windowMs: 10 * minuteMs }

/** Counts a try before it is made, apart from login tries. Throws `throttled`. */
export async function countReauthentication(context: Context, kind: Kind, own: Own): Promise<void> {
  await countOnAccount(context, kind, sessionKey(own))
  await countOn(context, kind, ceilingKey(context, own), reauthenticationCeiling)
}

/** After a correct entry: clears the tries of the session, and removes this one from the ceiling. */
export async function forgetReauthentications(context: Context, kind: Kind, own: Own): Promise<void> {
  await forgetAccount(context, kind, sessionKey(own))
  await forgive(context, kind, ceilingKey(context, own))
}

function sessionKey({ sessionId }: Own): string {
  return `session:${sessionId}`
}

function ceilingKey({ address }: Context, { userId }: Own): string {
  return `sessions:${userId}:${clientNetwork(address)}`
}
