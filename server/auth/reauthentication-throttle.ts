/**
 * Passwords and codes that a logged-in user enters again. Each session is counted separately: a stolen one does not
 * block its owner. All sessions of a user in one network share a ceiling that none of them reaches alone, because each
 * has to wait longer and longer.
 */
import { minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { UserActor } from './actor.ts'
import { wideNetwork } from './client-network.ts'
import {
  accountCounter,
  addressCounters,
  type Counter,
  countAttempt,
  countOn,
  forgetAttempts,
  forgiveAttempt,
  type Window,
} from './throttle.ts'

type Kind = 'password' | 'second-factor'
type Own = Pick<UserActor, 'userId' | 'sessionId'>

export const reauthenticationCeiling: Window = { limit: 30, windowMs: 10 * minuteMs }

/** Nobody who types gets near this limit. */
export const passwordChecks: Window = { limit: 60, windowMs: 10 * minuteMs }

/** Counts a try before it is made, apart from login tries. Throws `throttled`. */
export async function countReauthentication(context: Context, kind: Kind, own: Own): Promise<void> {
  await countAttempt(context, countersOf(context, kind, own))
}

/**
 * Counts a check of the password, right or wrong: each costs a hash. All sessions of a user in one network share the
 * limit, and a stolen one elsewhere does not use up the owner's. Throws `throttled`.
 */
export async function countPasswordCheck(context: Context, { userId }: Own): Promise<void> {
  await countOn(context, 'password-checks', `${userId}:${wideNetwork(context.address)}`, passwordChecks)
}

/** Takes back a try that was not checked: the portal was busy. */
export async function forgiveReauthentication(context: Context, kind: Kind, own: Own): Promise<void> {
  await forgiveAttempt(context, countersOf(context, kind, own))
}

/** After a correct entry: clears the tries of the session, and removes this one from the ceiling. */
export async function forgetReauthentications(context: Context, kind: Kind, own: Own): Promise<void> {
  await forgetAttempts(context, countersOf(context, kind, own))
}

function countersOf(context: Context, kind: Kind, { userId, sessionId }: Own): Counter[] {
  return [
    accountCounter(kind, `session:${sessionId}`),
    ...addressCounters(context, `${kind}:sessions:${userId}`, reauthenticationCeiling),
  ]
}
