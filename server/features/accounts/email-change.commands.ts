/** A user's own e-mail address changes in two steps: requested with the password, confirmed at the new address. */
import type { Selectable, Transaction } from 'kysely'
import { confirmationHours, emailStopDays } from '#contract/limits.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Actor, UserActor } from '#server/auth/actor.ts'
import { revokeOneTimeTokens, takeOutOfOutbox } from '#server/auth/one-time-tokens.ts'
import { demandOwnPassword } from '#server/auth/reauthentication.ts'
import { accountCounter, countAttempt } from '#server/auth/throttle.ts'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { UserAccountTable } from '#server/database/account-tables.ts'
import { addressKey } from '#server/database/address-key.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { followUserEmail } from '#server/features/customers/customer.commands.ts'
import { moveNewsletter } from '#server/features/newsletters/newsletter-consent.commands.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import { baseUrl, confirmationUrl } from '#server/mail/base-url.ts'
import { type MailContent, renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { isSessionOpen, lockAccount, type Person, personOf } from './account.queries.ts'
import { type ChangeLinks, confirmEmailMail, emailChangeAskedMail, emailChangedMail } from './email-change.mails.ts'
import { type EmailChange, findEmailChangeByToken, findPendingEmailChange } from './email-change.queries.ts'
import { passwordLinkKinds } from './password.queries.ts'
import { settleEmailChange } from './pending-email-change.commands.ts'
import { type EndedUsers, endRaisedUsers, noUsers } from './raised-user.commands.ts'
import { endStopLinks, endWaitingLinks, postponeWaitingLinks, stoppableUntil } from './stop-link.commands.ts'
import { findDispute, stopToken } from './stop-link.queries.ts'

type Trx = Transaction<Database>
type UserRow = Selectable<UserAccountTable>

/**
 * Checks whether the caller may request another address for their own account: with the password. Before the
 * transaction, as it takes long. 422 `password.required` and `password.wrong`, 429 after too many wrong ones and after
 * too many changes.
 */
export async function demandPasswordForEmail(
  context: Context,
  actor: UserActor,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) throw invalidField('currentPassword', 'password.required')
  await demandOwnPassword(context, actor, 'currentPassword', currentPassword)
  await countAttempt(context, [accountCounter('email-change', actor.userId)])
}

/**
 * Mails the link to the new address and notifies the address that can stop it: the last undisputed one, which need not
 * be the current one. Replaces an earlier request, except one for the same address, whose link has been sent. 401
 * `session.required` for a session that ended during the password check; 429 `mail.too_many`. The caller audits and has
 * locked the user's row.
 */
export async function requestEmailChange(trx: Trx, context: Context, user: UserRow, newEmail: string): Promise<void> {
  const now = context.clock.now()
  await demandLiveSession(trx, context.actor)
  const pending = await findPendingEmailChange(trx, user.id, now)
  if (pending && addressKey(pending.new_email) === addressKey(newEmail)) return
  await settleEmailChange(trx, context, user.id, 'replaced')
  const dispute = await findDispute(trx, user.id, now)
  const stopEmail = dispute?.stop_email ?? user.email
  const id = newId()
  const token = newToken()
  await trx
    .insertInto('email_change')
    .values({
      id,
      user_id: user.id,
      old_email: user.email,
      new_email: newEmail,
      token_hash: hashToken(token),
      state: 'pending',
      expires_at: instantText(plusMs(now, confirmationHours * hourMs)),
      stop_email: stopEmail,
      disputed_since: dispute?.disputed_since ?? instantText(now),
      stoppable_until: stoppableUntil(now),
      created_at: instantText(now),
      updated_at: instantText(now),
    })
    .execute()
  await postponeWaitingLinks(trx, context, user.id, plusMs(now, emailStopDays * dayMs))
  const about = { userId: user.id }
  const letter = renderMail(
    await getSender(trx),
    confirmEmailMail(user.username, confirmationUrl(context.config, token)),
  )
  await enqueueMail(trx, context, { kind: 'email_confirmation', to: newEmail, about, token, ...letter })
  await warnOfChange(trx, context, user, { id, stop_email: stopEmail }, emailChangeAskedMail)
}

/** Withdraws the user's own request; returns whether there was one. The caller audits. */
export async function cancelEmailChange(trx: Trx, context: Context, userId: string): Promise<boolean> {
  return settleEmailChange(trx, context, userId, 'cancelled')
}

/**
 * Confirms the new address: it is the user's address from now on, and can be stopped for its full time. Addresses that
 * were equal stay equal: the customer's own address, and the newsletter's. 409 `account.token_invalid`.
 */
export async function confirmEmailChange(trx: Trx, context: Context, token: string): Promise<void> {
  const now = context.clock.now()
  const found = await findEmailChangeByToken(trx, token, now)
  const user = found && (await lockAccount(trx, context, found.user_id))
  const change = user && (await findEmailChangeByToken(trx, token, now))
  if (user === undefined || change === undefined || user.is_active !== 1) throw new AppError('account.token_invalid')
  await settleEmailChange(trx, context, user.id, 'confirmed')
  await endWaitingLinks(trx, context, user.id)
  await trx
    .updateTable('email_change')
    .set({ stoppable_until: stoppableUntil(now) })
    .where('id', '=', change.id)
    .execute()
  const by = { ...context, actor: actorOf(user) }
  await moveToEmail(trx, by, user, change.new_email)
  await revokeOneTimeTokens(trx, user.id, passwordLinkKinds)
  await warnOfChange(trx, context, user, change, emailChangedMail)
  await recordAudit(trx, by, { action: 'user.email_changed', subjectKind: 'user', subjectId: user.id })
}

/**
 * An admin has set another address. It counts as undisputed: links that stop changes end, users raised since the first
 * stoppable change are deactivated, and the current address and the one that could have stopped are notified, unless
 * nobody has used the account yet. The caller passes the result to `recordEndedUsers` at the end.
 */
export async function replaceEmail(trx: Trx, context: Context, before: UserRow, newEmail: string): Promise<EndedUsers> {
  const dispute = await findDispute(trx, before.id, context.clock.now())
  const users = dispute ? await endRaisedUsers(trx, context, before, dispute.disputed_since) : noUsers
  await endStopLinks(trx, context, before.id)
  if (before.password_hash === null && before.last_login_at === null) return users
  const notified = new Map([before.email, dispute?.stop_email ?? ''].map(email => [addressKey(email), email]))
  notified.delete(addressKey(newEmail))
  const mail = emailChangedMail(personOf(before))
  for (const email of notified.values()) {
    await warnUser(trx, context, { email, about: { userId: before.id }, kind: 'email_changed', mail })
  }
  return users
}

/** Removes requests not confirmed in time, and their links in the outbox. */
export async function expireEmailChanges(trx: Trx, { clock }: Pick<Context, 'clock'>): Promise<void> {
  const now = instantText(clock.now())
  const expired = await trx
    .updateTable('email_change')
    .set({ state: 'expired', updated_at: now })
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .returning('token_hash')
    .execute()
  await takeOutOfOutbox(
    trx,
    expired.map(({ token_hash }) => token_hash),
  )
}

/** Switches to another address. Addresses that were equal stay equal: the customer's own, and the newsletter's. */
export async function moveToEmail(trx: Trx, context: Context, user: UserRow, email: string): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({
      email,
      email_key: addressKey(email),
      updated_at: instantText(context.clock.now()),
      revision: user.revision + 1,
    })
    .where('id', '=', user.id)
    .execute()
  await saveSearchTerms(trx, 'user', user.id, [user.username, email, user.first_name, user.last_name])
  if (user.customer_id === null) return
  const addresses = { from: user.email, to: email }
  await moveNewsletter(trx, context, user.customer_id, addresses)
  await followUserEmail(trx, context, user.customer_id, addresses)
}

/** The link that stops it goes to the last undisputed address only; the current one, if different, is notified. */
async function warnOfChange(
  trx: Trx,
  context: Context,
  user: UserRow,
  change: Pick<EmailChange, 'id' | 'stop_email'>,
  makeMail: (person: Person, links: ChangeLinks) => MailContent,
): Promise<void> {
  const about = { userId: user.id }
  const token = stopToken(context.keys, change.id)
  const withStop = makeMail(personOf(user), { stopUrl: confirmationUrl(context.config, token) })
  await warnUser(trx, context, { email: change.stop_email, about, kind: 'email_changed', token, mail: withStop })
  if (addressKey(user.email) === addressKey(change.stop_email)) return
  const mail = makeMail(personOf(user), { resetUrl: `${baseUrl(context.config)}/passwort-vergessen` })
  await warnUser(trx, context, { email: user.email, about, kind: 'email_changed', mail })
}

/** A user who was logged out during the password check may not change anything. */
async function demandLiveSession(trx: Trx, actor: Actor): Promise<void> {
  if (actor.kind === 'user' && !(await isSessionOpen(trx, actor.sessionId))) throw new AppError('session.required')
}

/** The holder of the link acts as its user. */
export function actorOf(user: UserRow): Actor {
  return {
    kind: 'user',
    userId: user.id,
    username: user.username,
    name: `${user.first_name} ${user.last_name}`.trim() || user.username,
    role: user.role,
    customerId: user.customer_id,
    sessionId: '',
    impersonation: null,
  }
}
