import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { knownDevice, markDevice } from '#server/auth/devices.ts'
import {
  findPendingLogin,
  type NewPendingLogin,
  openPendingLogin,
  takePendingLogin,
} from '#server/auth/pending-logins.ts'
import { countProof, forgetProofs, listMethods, type Proof, spendProof } from '#server/auth/second-factor.ts'
import { endSession, type NewSession } from '#server/auth/sessions.ts'
import { countFromAddress, countOnAccount, forgetAccount, forgiveAddress } from '#server/auth/throttle.ts'
import { recordEndedViews } from '#server/auth/view-as.ts'
import type { Context } from '#server/context.ts'
import { foldCase } from '#server/database/fold.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { findAccount, findAccountByName } from '#server/features/accounts/queries.ts'
import { enter, warnOfRecoveryCode } from './entry/commands.ts'

export type LoggedIn = { readonly session: NewSession; readonly deviceMark: string }
/** The password was right, and there is no session yet. */
export type Waiting = { readonly pending: NewPendingLogin; readonly userId: string }
type Credentials = { username: string; password: string }

/**
 * Checks the password and opens a session, or lets the login wait for the user's second factor. An unknown name, a wrong
 * password and a disabled account are the same 401 and take the same time; 429 after too many attempts, 503 when too
 * many are checked at once.
 */
export async function logIn(
  context: Context,
  { username, password }: Credentials,
  deviceMark: string | undefined,
): Promise<LoggedIn | Waiting> {
  const key = foldCase(username)
  const device = knownDevice(context.keys, deviceMark, key)
  await countLogin(context, key, device)

  const account = await findAccountByName(context.db, key)
  const { isRight, needsRehash } = await context.passwords.verify(account?.password_hash ?? null, password)
  if (account === undefined || !isRight || account.is_active !== 1) {
    context.log.warn({ address: context.address, userId: account?.id }, 'login failed')
    throw new AppError('session.login_failed')
  }
  const newHash = needsRehash ? await context.passwords.hash(password) : account.password_hash
  const outcome = await inTransaction(context, async trx => {
    // The account may have changed while its password was checked: then this login fails like any other.
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
    return { session, deviceMark: markDevice(context.keys, key) }
  })
  await forgetLogin(context, key, device)
  return outcome
}

/**
 * Ends a login that waits for the second factor. 409 `second_factor.login_over` where none waits any more; 422 for a
 * wrong code, 429 after too many.
 */
export async function finishLogin(
  context: Context,
  proof: Proof,
  { token, deviceMark }: { token: string | undefined; deviceMark: string | undefined },
): Promise<LoggedIn> {
  const { db, clock, keys } = context
  const userId = token === undefined ? undefined : await findPendingLogin(db, token, clock.now())
  const account = userId === undefined ? undefined : await findAccount(db, userId)
  if (token === undefined || account === undefined) throw new AppError('second_factor.login_over')
  const key = foldCase(account.username)
  const device = knownDevice(keys, deviceMark, key)
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
  return { session, deviceMark: markDevice(keys, key) }
}

/** Ends the caller's session, and with it a view as a customer. Does nothing for a visitor. */
export async function logOut(context: Context): Promise<void> {
  const { actor } = context
  if (actor.kind !== 'user') return
  await inTransaction(context, async trx => {
    const ended = await endSession(trx, actor.userId, actor.sessionId)
    if (ended.length === 0) return
    await recordEndedViews(trx, context, ended, 'session ended')
    await recordAudit(trx, context, { action: 'session.ended', subjectKind: 'user', subjectId: actor.userId })
  })
}

/** A browser the account has been used in before has a count of its own, so that strangers cannot lock it out. */
async function countLogin(context: Context, key: string, device: string | undefined): Promise<void> {
  if (device !== undefined) return countOnAccount(context, 'login', `${key}:${device}`)
  await countFromAddress(context, 'login')
  await countOnAccount(context, 'login', key)
}

async function forgetLogin(context: Context, key: string, device: string | undefined): Promise<void> {
  if (device !== undefined) return forgetAccount(context, 'login', `${key}:${device}`)
  await forgetAccount(context, 'login', key)
  await forgiveAddress(context, 'login')
}
