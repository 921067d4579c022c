/** Some actions ask for the password again in a live session: another person may be using the open browser. */
import type { Transaction } from 'kysely'
import { freshAuthenticationMinutes } from '#contract/limits.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { UserActor } from './actor.ts'
import { hashCaller } from './passwords.ts'
import {
  countPasswordCheck,
  countReauthentication,
  forgetReauthentications,
  forgiveReauthentication,
} from './reauthentication-throttle.ts'
import { spendProof } from './second-factor-store.ts'
import { type NewSession, noteAuthentication, renewToken } from './sessions.ts'

/** How long a password entry counts. */
const freshMs = freshAuthenticationMinutes * minuteMs

/**
 * Requires a fresh password where an endpoint does not always need one: for a write that changes one of the fields in
 * `changed`. Call it with the transaction before the first write. Throws `session.reauthentication_required`.
 */
export async function demandStepUp(
  trx: Transaction<Database>,
  context: Pick<Context, 'clock' | 'actor'>,
  { stepUp }: { readonly stepUp: { readonly changes: readonly string[] } },
  changed: readonly string[],
): Promise<void> {
  if (changed.some(field => stepUp.changes.includes(field))) await demandFreshAuthentication(trx, context)
}

/** The same where it depends on the action of the call. */
export async function demandStepUpFor(
  context: Context,
  { stepUp }: { readonly stepUp: { readonly action: string } },
  action: string,
): Promise<void> {
  if (action === stepUp.action) await demandFreshAuthentication(context.db, context)
}

/**
 * Throws `session.reauthentication_required` unless password or code was entered in this session within ten minutes.
 */
export async function demandFreshAuthentication(
  connection: Connection,
  { clock, actor }: Pick<Context, 'clock' | 'actor'>,
): Promise<void> {
  if (actor.kind === 'program') return
  // A token that has been renewed since may be in other hands than those that entered the password.
  const key = actor.kind === 'user' && actor.tokenHash ? { id: actor.sessionId, tokenHash: actor.tokenHash } : undefined
  const [session] = key ? await selectSession(connection, key) : []
  const oldest = instantText(plusMs(clock.now(), -freshMs))
  if (session === undefined || session.authenticated_at <= oldest) {
    throw new AppError('session.reauthentication_required')
  }
}

/**
 * Checks the password for the actions that follow, or a code of the app where one is set up. 422 `password.wrong` at
 * `password` or `code.wrong` at `code`, 429 after too many wrong ones. The session gets a new token (ASVS 7.2.4); the
 * old one can still read for a few seconds.
 */
export async function reauthenticate(
  context: Context,
  actor: UserActor,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<NewSession> {
  if (password !== undefined) await demandOwnPassword(context, actor, 'password', password)
  else await countReauthentication(context, 'second-factor', actor)
  const session = await inTransaction(context, async trx => {
    if (password === undefined) await spendProof(trx, context, actor.userId, { code: code ?? '' })
    const now = context.clock.now()
    await noteAuthentication(trx, actor.sessionId, now)
    return renewToken(trx, context, actor.sessionId)
  })
  if (password === undefined) await forgetReauthentications(context, 'second-factor', actor)
  // The session ended during the password check.
  if (session === undefined) throw new AppError('session.required')
  return session
}

/** Throws 422 `password.wrong` at `field` unless it is the caller's password, and 429 after too many wrong ones. */
export async function demandOwnPassword(
  context: Context,
  actor: UserActor,
  field: string,
  password: string,
): Promise<void> {
  await countReauthentication(context, 'password', actor)
  const { isRight } = await checkPassword(context, actor, password).catch(async error => {
    // Refused before the check: nothing was guessed.
    if (error instanceof AppError) await forgiveReauthentication(context, 'password', actor)
    throw error
  })
  if (!isRight) throw invalidField(field, 'password.wrong')
  await forgetReauthentications(context, 'password', actor)
}

async function checkPassword(context: Context, actor: UserActor, password: string): Promise<{ isRight: boolean }> {
  await countPasswordCheck(context, actor)
  const [account] = await selectHash(context.db, { id: actor.userId })
  if (account === undefined) throw new AppError('session.required')
  return context.passwords.verify(account.password_hash, password, hashCaller(context))
}

const selectSession = prepared<{ id: string; tokenHash: string }>()((db, param) =>
  db
    .selectFrom('session')
    .select('authenticated_at')
    .where('id', '=', param('id'))
    .where('token_hash', '=', param('tokenHash')),
)

const selectHash = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('user_account').select('password_hash').where('id', '=', param('id')),
)
