import type { Transaction } from 'kysely'
import type { accounts } from '#contract/accounts.ts'
import type { Body } from '#contract/endpoint.ts'
import { passwordResetAgainMinutes, passwordResetMinutes } from '#contract/limits.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Actor, UserActor } from '#server/auth/actor.ts'
import { visitor } from '#server/auth/actor.ts'
import { clientNetwork } from '#server/auth/client-network.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import { markDevice } from '#server/auth/known-devices.ts'
import { createOneTimeToken, hasTokenSince, spendOneTimeToken } from '#server/auth/one-time-tokens.ts'
import { demandSafePassword } from '#server/auth/password-rules.ts'
import { hashCaller } from '#server/auth/passwords.ts'
import { demandOwnPassword } from '#server/auth/reauthentication.ts'
import { listFactors, listMethods } from '#server/auth/second-factor-store.ts'
import { noteAuthentication, renewToken } from '#server/auth/sessions.ts'
import {
  accountCounter,
  addressCounters,
  countAttempt,
  countFromAddress,
  countOfDay,
  countOn,
  type Window,
} from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byPortal, countMailsToday, countSender } from '#server/mail/budget.ts'
import { renderMail } from '#server/mail/layout.ts'
import { freeResetsPerDay } from '#server/mail/mail-rules.ts'
import { enqueueMail, type MailContext } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { type EndedAccess, endAccess } from './access-end.commands.ts'
import { findAccount, lockAccount, personOf } from './account.queries.ts'
import type { LoggedIn } from './login.commands.ts'
import { forgetGuesses } from './login-attempt.commands.ts'
import { passwordChangedMail, passwordResetMail } from './password.mails.ts'
import {
  getPasswordLink,
  listUsersByEmail,
  lockResetUser,
  passwordContextOf,
  passwordLinkKinds,
} from './password.queries.ts'
import { warnOfAccess } from './stop-link.commands.ts'
import { isBeingTakenBack } from './stop-link.queries.ts'

type Trx = Transaction<Database>
type PasswordSetting = Body<typeof accounts.setPassword>

/** A link and its token, which its mail references. */
export type OneTimeLink = { readonly link: string; readonly token: string }

/** A change ends links mailed before: a person who knows the password must not keep voiding the owner's. */
export const ownChangesPerDay = 5

/** Per link; refused tries do not use it up. */
const setsPerLink: Window = { limit: 30, windowMs: 10 * minuteMs }

export const resetJobKind = 'password_reset'

/**
 * Changes the caller's password; all other access ends, this session gets a new token and this browser a new mark. 422
 * `password.wrong`, `password.unchanged` or an error of the rules; 429 after too many wrong ones, and
 * `password.changed_too_often`.
 */
export async function changePassword(
  context: Context,
  actor: UserActor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<LoggedIn> {
  await demandOwnPassword(context, actor, 'currentPassword', currentPassword)
  const account = await findAccount(context.db, actor.userId)
  if (account === undefined) throw new AppError('session.required')
  if (newPassword === currentPassword) throw invalidField('newPassword', 'password.unchanged')
  demandSafePassword('newPassword', newPassword, await passwordContextOf(context.db, account))
  const hash = await context.passwords.hash(newPassword, hashCaller(context))

  return inTransaction(context, async trx => {
    await lockAccount(trx, context, account.id)
    await countOfDay(trx, context.clock, `password-changes:${account.id}`, ownChangesPerDay, {
      code: 'password.changed_too_often',
    })
    await storePassword(trx, context, account.id, hash)
    const ended = await endAccess(trx, context, account.id, { exceptSessionId: actor.sessionId })
    const session = await renewToken(trx, context, actor.sessionId)
    if (session === undefined) throw new AppError('session.required')
    await noteAuthentication(trx, actor.sessionId, context.clock.now())
    await warnOfPassword(trx, context, account, ended)
    await recordEndedImpersonations(trx, context, ended.sessions, 'session ended')
    await recordAudit(trx, context, { action: 'user.password_changed', subjectKind: 'user', subjectId: account.id })
    const marked = { id: account.id, access_generation: ended.generation }
    return { session, deviceMark: markDevice(context.keys, marked, context.clock.now()) }
  })
}

/**
 * Accepts a request for a reset link. A job looks up the address later: neither the answer nor its time reveals whether
 * it is known. Each network is counted separately: nobody uses up the owner's tries. 429 `throttled`.
 */
export async function requestPasswordReset(context: Context, email: string): Promise<void> {
  const emailKey = addressKey(email)
  const asked = accountCounter('password-reset', `${clientNetwork(context.address)}:${emailKey}`)
  await countAttempt(context, [...addressCounters(context, 'password-reset'), asked])
  await inTransaction(context, async trx => {
    await countSender(trx, context, 'password_reset')
    await enqueueJob(trx, context, { kind: resetJobKind, payload: { emailKey } })
  })
}

/**
 * Mails a reset link to every user with this address, unless one was mailed just before: several callers may ask for
 * the same user. After the first ones of a day none is sent while the previous one still works (decision 0050): a
 * stranger who keeps asking neither fills a mailbox nor blocks its owner from a link.
 */
export async function sendPasswordResets(runtime: Runtime, emailKey: string): Promise<void> {
  for (const { id } of await listUsersByEmail(runtime.db, emailKey)) {
    await inTransaction(runtime, async trx => {
      // The address may have been revoked since it was found: no link goes to such an address.
      const user = await lockResetUser(trx, runtime, id, emailKey)
      if (user === undefined) return
      const mail = { kind: 'password_reset', to: user.email, about: { userId: id } } as const
      const isOften = (await countMailsToday(trx, runtime, mail)) >= freeResetsPerDay
      const minutes = isOften ? passwordResetMinutes : passwordResetAgainMinutes
      if (await hasTokenSince(trx, id, 'password_reset', plusMs(runtime.clock.now(), -minutes * minuteMs))) return
      // Requests are counted when they are made.
      await mailPasswordReset(trx, { ...runtime, actor: visitor, address: '' }, user)
      const own = byPortal(runtime)
      await recordAudit(trx, own, { action: 'user.password_reset_sent', subjectKind: 'user', subjectId: user.id })
    })
  }
}

/** Mails a reset link to one user; earlier ones stop working. The caller audits. */
export async function mailPasswordReset(
  trx: Trx,
  context: Runtime & MailContext,
  user: { id: string; email: string; username: string; first_name: string; last_name: string },
): Promise<void> {
  const { link, token } = await createPasswordResetLink(trx, context, user.id)
  const mail = renderMail(await getSender(trx), passwordResetMail(personOf(user), link))
  const about = { userId: user.id }
  await enqueueMail(trx, context, { kind: 'password_reset', to: user.email, about, token, ...mail })
}

/** A reset link for one user; earlier ones stop working. The caller audits. */
export async function createPasswordResetLink(trx: Trx, runtime: Runtime, userId: string): Promise<OneTimeLink> {
  const token = await createOneTimeToken(trx, 'password_reset', userId, runtime.clock.now())
  return { link: passwordLink(runtime, token), token }
}

/** The page for choosing a password. The token follows `#`: browsers send that part to no server. */
export function passwordLink({ config }: Pick<Runtime, 'config'>, token: string): string {
  return `${baseUrl(config)}/passwort-setzen#token=${token}`
}

/** The purpose of a link; guessing is throttled. 409 `account.token_invalid`. */
export async function readPasswordLink(context: Context, token: string) {
  return demandPasswordLink(context, token)
}

/** A wrong link counts as a guess, a right one does not: others in the same network block nobody's link. */
async function demandPasswordLink(context: Context, token: string) {
  return getPasswordLink(context.db, token, context.clock.now()).catch(async error => {
    await countFromAddress(context, 'password-link')
    throw error
  })
}

/**
 * Sets the password with a link and uses it up; all access to the account ends, guesses of strangers are cleared, and
 * this browser gets a mark, unless a second factor is left: its owner has yet to prove it. Only during account
 * recovery, the caller must decide whether all factors are removed (422 `removeFactors` `required`, otherwise 422
 * `invalid`). 409 `account.token_invalid`.
 */
export async function setPassword(
  context: Context,
  { token, password, removeFactors }: PasswordSetting,
): Promise<Partial<Pick<LoggedIn, 'deviceMark'>>> {
  const { user } = await demandPasswordLink(context, token)
  // Each try costs a hash, also one that the transaction refuses.
  await countOn(context, 'password-set', hashToken(token), setsPerLink)
  demandSafePassword('password', password, await passwordContextOf(context.db, user))
  const hash = await context.passwords.hash(password, hashCaller(context))

  return inTransaction(context, async trx => {
    const account = await lockAccount(trx, context, user.id)
    const spent = await spendOneTimeToken(trx, token, passwordLinkKinds, context.clock.now())
    if (account === undefined || spent?.user_id !== user.id) throw new AppError('account.token_invalid')
    // A password alone does not bypass the second factor (ASVS 6.4.3); the power to stop does.
    const isTakenBack = await isBeingTakenBack(trx, account, context.clock.now())
    if (removeFactors && !isTakenBack) throw invalidField('removeFactors', 'invalid')
    // With the password they allow login again: their owner must decide on that.
    if (removeFactors === undefined && isTakenBack && (await listFactors(trx, user.id)).length > 0)
      throw invalidField('removeFactors', 'required')
    await storePassword(trx, context, user.id, hash)
    const ended = await endAccess(trx, context, user.id, removeFactors ? { factorsSince: '' } : {})
    await forgetGuesses(trx, context, { id: user.id, names: [user.username, user.email] })
    // A user who accepts an invitation has had no password that could be removed.
    if (spent.kind === 'password_reset') await warnOfPassword(trx, context, user, ended)
    await recordEndedImpersonations(trx, context, ended.sessions, 'session ended')
    await recordAudit(
      trx,
      { ...context, actor: actorOf(user) },
      {
        action: 'user.password_set',
        subjectKind: 'user',
        subjectId: user.id,
        details: [spent.kind, ...ended.factors.map(({ kind }) => kind)].join(', '),
      },
    )
    if ((await listMethods(trx, user.id)).length > 0) return {}
    const marked = { id: user.id, access_generation: ended.generation }
    return { deviceMark: markDevice(context.keys, marked, context.clock.now()) }
  })
}

async function warnOfPassword(
  trx: Trx,
  context: Context,
  account: { id: string; email: string; username: string },
  ended: EndedAccess,
): Promise<void> {
  const change = { at: context.clock.now(), resetUrl: `${baseUrl(context.config)}/passwort-vergessen`, ended }
  await warnOfAccess(trx, context, account, {
    kind: 'password_changed',
    makeMail: stop => passwordChangedMail(personOf(account), { ...change, ...(stop && { stop }) }),
  })
}

/** The holder of the link acts as its user. */
function actorOf(user: { id: string; username: string }): Actor {
  return {
    kind: 'user',
    userId: user.id,
    username: user.username,
    name: user.username,
    role: 'customer',
    customerId: null,
    sessionId: '',
    impersonation: null,
  }
}

async function storePassword(trx: Trx, { clock }: Pick<Runtime, 'clock'>, userId: string, hash: string) {
  await trx
    .updateTable('user_account')
    .set({ password_hash: hash, updated_at: instantText(clock.now()) })
    .where('id', '=', userId)
    .execute()
}
