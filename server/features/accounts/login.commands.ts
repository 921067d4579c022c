import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import { knownDevice, markDevice } from '#server/auth/known-devices.ts'
import { hashCaller, isBusy } from '#server/auth/passwords.ts'
import {
  findPendingLogin,
  type NewPendingLogin,
  openPendingLogin,
  takePendingLogin,
} from '#server/auth/pending-logins.ts'
import { countProof, forgetProofs, listMethods, type Proof, spendProof } from '#server/auth/second-factor-store.ts'
import { endSession, type NewSession } from '#server/auth/sessions.ts'
import {
  accountCounter,
  addressCounters,
  type Counter,
  countUntilRefused,
  forgetAttempts,
  forgiveAttempt,
  throttled,
} from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { findAccount, findAccountByLogin } from './account.queries.ts'
import { failLogin } from './failed-login.commands.ts'
import { anyNameCounter, loginKey, markOf, typedCounter } from './login-attempt.commands.ts'
import { enter, warnOfRecoveryCode } from './session-start.commands.ts'

export type LoggedIn = { readonly session: NewSession; readonly deviceMark: string }
/** The password was correct, and there is no session yet. */
export type Waiting = { readonly pending: NewPendingLogin; readonly userId: string }
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>
type Credentials = { username: string; password: string }

/**
 * Checks the password and opens a session, or creates a pending login for the user's second factor. `username` is a
 * name, or an address that only one user has. An unknown name, a wrong password and a disabled account give the same
 * 401 and take the same time; 429 after too many attempts, 503 when too many are checked at once.
 */
export async function logIn(
  context: Context,
  { username, password }: Credentials,
  deviceMark: string | undefined,
): Promise<LoggedIn | Waiting> {
  const key = loginKey(username)
  const account = await findAccountByLogin(context.db, key)
  return enterWithPassword(context, account, { key, password, deviceMark }).catch(error =>
    failLogin(context, error, account?.id),
  )
}

async function enterWithPassword(
  context: Context,
  account: Account | undefined,
  { key, password, deviceMark }: { key: string; password: string; deviceMark: string | undefined },
): Promise<LoggedIn | Waiting> {
  const device = knownDevice(context.keys, deviceMark, account, context.clock.now())
  const attempt = { key, userId: account?.id, device }
  const isBlocked = await countLogin(context, attempt)
  const knownHash = isBlocked ? null : (account?.password_hash ?? null)
  const caller = hashCaller(context)
  const checked = context.passwords.verify(knownHash, password, caller)
  const { isRight, needsRehash } = await checked.catch(async error => {
    if (isBusy(error)) await forgiveLogin(context, attempt, isBlocked)
    throw error
  })
  if (account === undefined || !isRight || account.is_active !== 1) {
    context.log.warn({ address: context.address, userId: account?.id }, 'login failed')
    throw new AppError('session.login_failed')
  }
  const newHash = needsRehash ? await context.passwords.hash(password, caller) : account.password_hash
  const outcome = await inTransaction(context, async trx => {
    // The account may have changed during the password check: then this login fails like any other.
    const unchanged = await trx
      .updateTable('user_account')
      .set({ password_hash: newHash })
      .where('id', '=', account.id)
      .where('is_active', '=', 1)
      .where('password_hash', '=', account.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (unchanged === undefined) throw new AppError('session.login_failed')
    if ((await listMethods(trx, account.id)).length > 0) {
      return { pending: await openPendingLogin(trx, account.id, context.clock.now()), userId: account.id }
    }
    const session = await enter(trx, context, account, { isKnownDevice: device !== undefined })
    return { session, deviceMark: markDevice(context.keys, account, context.clock.now()) }
  })
  await forgetLogin(context, account, device)
  return outcome
}

/**
 * Completes a pending login with the second factor. 409 `second_factor.login_over` when there is none any more; 422 for
 * a wrong code, 429 after too many.
 */
export async function finishLogin(
  context: Context,
  proof: Proof,
  { token, deviceMark }: { token: string | undefined; deviceMark: string | undefined },
): Promise<LoggedIn> {
  const { db, clock } = context
  const userId = token === undefined ? undefined : await findPendingLogin(db, token, clock.now())
  const account = userId === undefined ? undefined : await findAccount(db, userId)
  if (token === undefined || account === undefined) throw new AppError('second_factor.login_over')
  return enterWithProof(context, account, proof, { token, deviceMark }).catch(error =>
    failLogin(context, error, account.id),
  )
}

async function enterWithProof(
  context: Context,
  account: Account,
  proof: Proof,
  { token, deviceMark }: { token: string; deviceMark: string | undefined },
): Promise<LoggedIn> {
  const { clock, keys } = context
  const device = knownDevice(keys, deviceMark, account, clock.now())
  await countProof(context, account.id, device)

  const session = await inTransaction(context, async trx => {
    if (!(await takePendingLogin(trx, token, clock.now()))) throw new AppError('second_factor.login_over')
    const method = await spendProof(trx, context, account.id, proof)
    if (method === 'recovery_code') await warnOfRecoveryCode(trx, context, account)
    return enter(trx, context, account, { isKnownDevice: device !== undefined, method })
  }).catch(error => {
    context.log.warn({ address: context.address, userId: account.id }, 'second factor failed')
    throw error
  })
  await forgetProofs(context, account.id, device)
  return { session, deviceMark: markDevice(keys, account, clock.now()) }
}

/** Ends the caller's session, and with it an impersonation. Does nothing for a visitor. */
export async function logOut(context: Context): Promise<void> {
  const { actor } = context
  if (actor.kind !== 'user') return
  await inTransaction(context, async trx => {
    const ended = await endSession(trx, actor.userId, actor.sessionId)
    if (ended.length === 0) return
    await recordEndedImpersonations(trx, context, ended, 'session ended')
    await recordAudit(trx, context, { action: 'session.ended', subjectKind: 'user', subjectId: actor.userId })
  })
}

/**
 * A known browser of the account has its own count, so that strangers cannot lock it out. Elsewhere the entered name is
 * counted, with a visible 429; and silently the account, by either of its names. Returns true when the latter must
 * wait: then the password is not checked, and the login fails like any other. A visible refusal would reveal that this
 * name and that address are one account's.
 */
async function countLogin(context: Context, attempt: Attempt): Promise<boolean> {
  const { shown, silent } = countersOf(context, attempt)
  const refusal = await countUntilRefused(context, [...shown, ...silent])
  if (refusal !== undefined && !silent.includes(refusal.counter)) throw throttled(context, refusal)
  return refusal !== undefined
}

/** The password was not checked: takes back the counts of `countLogin`. */
async function forgiveLogin(context: Context, attempt: Attempt, isBlocked: boolean): Promise<void> {
  const { shown, silent } = countersOf(context, attempt)
  await forgiveAttempt(context, isBlocked ? shown : [...shown, ...silent])
}

async function forgetLogin(
  context: Context,
  { id, username, email }: Account,
  device: string | undefined,
): Promise<void> {
  const names = [username, email].map(name => typedCounter(markOf(context, loginKey(name))))
  const strange = [...addressCounters(context, 'login'), ...names, anyNameCounter(id)]
  await forgetAttempts(context, device === undefined ? strange : [deviceCounter(id, device)])
}

/** `key`: the typed name, in the form in which it is compared. */
type Attempt = { readonly key: string; readonly userId: string | undefined; readonly device: string | undefined }

function countersOf(context: Context, { key, userId, device }: Attempt): { shown: Counter[]; silent: Counter[] } {
  if (device !== undefined) return { shown: [deviceCounter(userId, device)], silent: [] }
  const mark = markOf(context, key)
  return {
    shown: [...addressCounters(context, 'login'), typedCounter(mark)],
    silent: [anyNameCounter(userId ?? mark)],
  }
}

function deviceCounter(userId: string | undefined, device: string): Counter {
  return accountCounter('login', `${userId}:${device}`)
}
