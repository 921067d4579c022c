import type { Transaction } from 'kysely'
import { deviceName } from '#contract/device-name.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Actor } from '#server/auth/actor.ts'
import { knownDevice, markDevice } from '#server/auth/devices.ts'
import { endSession, type NewSession, openSession } from '#server/auth/sessions.ts'
import { countFromAddress, countOnAccount, forgetAccount, forgiveAddress } from '#server/auth/throttle.ts'
import { recordEndedViews } from '#server/auth/view-as.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { foldCase } from '#server/database/fold.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { unknownDeviceMail } from '#server/features/accounts/passwords/mails.ts'
import { findAccountByName, personOf } from '#server/features/accounts/queries.ts'
import { warnUser } from '#server/features/notifications/commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'

export type LoggedIn = { readonly session: NewSession; readonly deviceMark: string }
type Credentials = { username: string; password: string }
type Account = NonNullable<Awaited<ReturnType<typeof findAccountByName>>>

/**
 * Checks the password and opens a session. An unknown name, a wrong password and a disabled account are the same 401
 * and take the same time; 429 after too many attempts, 503 when too many are checked at once.
 */
export async function logIn(
  context: Context,
  { username, password }: Credentials,
  deviceMark: string | undefined,
): Promise<LoggedIn> {
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
  const session = await enter(context, account, newHash, device !== undefined)
  await forgetLogin(context, key, device)
  return { session, deviceMark: markDevice(context.keys, key) }
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

/** The account may have changed while its password was checked: then this login fails like any other. */
async function enter(
  context: Context,
  account: Account,
  passwordHash: string | null,
  isKnownDevice: boolean,
): Promise<NewSession> {
  return inTransaction(context, async trx => {
    const entered = await trx
      .updateTable('user_account')
      .set({ last_login_at: instantText(context.clock.now()), password_hash: passwordHash })
      .where('id', '=', account.id)
      .where('is_active', '=', 1)
      .where('password_hash', '=', account.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (entered === undefined) throw new AppError('session.login_failed')
    const { actor } = context
    const ended = actor.kind === 'user' ? await endSession(trx, actor.userId, actor.sessionId) : []
    const session = await openSession(trx, context, account)
    // The first login of all is nobody else's.
    if (!isKnownDevice && account.last_login_at !== null) await warnOfLogin(trx, context, account)
    await recordEndedViews(trx, context, ended, 'session ended')
    await recordAudit(
      trx,
      { ...context, actor: actorOf(account, session) },
      { action: 'session.started', subjectKind: 'user', subjectId: account.id },
    )
    return session
  })
}

/** A login from a browser the account was never used in: whoever it was, the owner is to know. */
async function warnOfLogin(trx: Transaction<Database>, context: Context, account: Account): Promise<void> {
  const { clock, config, address, userAgent } = context
  const login = { at: clock.now(), device: deviceName(userAgent), address, url: `${baseUrl(config)}/user-settings` }
  const mail = unknownDeviceMail(personOf(account), login)
  await warnUser(trx, context, { email: account.email, kind: 'login_unknown_device', mail })
}

function actorOf(account: Account, session: NewSession): Actor {
  return {
    kind: 'user',
    userId: account.id,
    username: account.username,
    name: `${account.first_name} ${account.last_name}`.trim() || account.username,
    role: account.role,
    customerId: null,
    sessionId: session.sessionId,
    asUser: null,
  }
}
