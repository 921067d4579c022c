/** A user's own e-mail address changes in two steps: asked for with the password, confirmed at the new address. */
import type { Selectable, Transaction } from 'kysely'
import { confirmationHours, emailStopHours } from '#contract/limits.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Actor, UserActor } from '#server/auth/actor.ts'
import { revokeOneTimeTokens, takeOutOfOutbox } from '#server/auth/one-time-tokens.ts'
import { demandOwnPassword } from '#server/auth/reauthentication.ts'
import { endSessionsOf } from '#server/auth/sessions.ts'
import { countOnAccount } from '#server/auth/throttle.ts'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import { recordEndedViews } from '#server/auth/view-as.ts'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { foldCase } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { Database, UserAccountTable } from '#server/database/schema.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { mailPasswordReset } from '#server/features/accounts/passwords/commands.ts'
import { personOf } from '#server/features/accounts/queries.ts'
import { followUserEmail } from '#server/features/customers/commands.ts'
import { moveNewsletter } from '#server/features/newsletters/consent/commands.ts'
import { warnUser } from '#server/features/notifications/commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { confirmEmailMail, emailChangeAskedMail, emailChangedMail } from './mails.ts'
import { findEmailChangeByToken, findPendingEmailChange, findStoppableEmailChange, stopToken } from './queries.ts'

type Trx = Transaction<Database>
type UserRow = Selectable<UserAccountTable>

const linkKinds = ['invitation', 'password_reset'] as const

/**
 * Whether somebody may ask for another address of the own account: with the password. Before the transaction, as it takes
 * long. 422 `password.required` and `password.wrong`, 429 after too many wrong ones and after too many changes.
 */
export async function demandPasswordForEmail(
  context: Context,
  actor: UserActor,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) throw invalidField('currentPassword', 'password.required')
  await demandOwnPassword(context, actor, 'currentPassword', currentPassword)
  await countOnAccount(context, 'email-change', actor.userId)
}

/**
 * Mails the link to the new address and tells the old one how to stop it. An earlier wish is replaced, but for one for
 * the same address, whose link is on its way. 429 `mail.too_many`. The caller audits.
 */
export async function requestEmailChange(trx: Trx, context: Context, user: UserRow, newEmail: string): Promise<void> {
  const now = context.clock.now()
  const pending = await findPendingEmailChange(trx, user.id, now)
  if (pending && foldCase(pending.new_email) === foldCase(newEmail)) return
  await settle(trx, context, user.id, 'replaced')
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
      stoppable_until: instantText(plusMs(now, emailStopHours * hourMs)),
      created_at: instantText(now),
      updated_at: instantText(now),
    })
    .execute()
  const about = { userId: user.id }
  const letter = renderMail(await getSender(trx), confirmEmailMail(user.username, linkTo(context, token)))
  await enqueueMail(trx, context, { kind: 'email_confirmation', to: newEmail, about, token, ...letter })
  const stop = stopToken(context.keys, id)
  const mail = emailChangeAskedMail(personOf(user), linkTo(context, stop))
  await warnUser(trx, context, { email: user.email, about, kind: 'email_changed', token: stop, mail })
}

/** Takes the own wish back; answers whether there was one. The caller audits. */
export async function cancelEmailChange(trx: Trx, context: Context, userId: string): Promise<boolean> {
  return settle(trx, context, userId, 'cancelled')
}

/**
 * The link to the new address was used: it is the user's address from now on. What was the same before stays the same:
 * the customer's own address, and where the newsletter goes. 409 `account.token_invalid`.
 */
export async function confirmEmailChange(trx: Trx, context: Context, token: string): Promise<void> {
  const found = await findEmailChangeByToken(trx, token, context.clock.now())
  const user = found && (await lockUserRow(trx, context, found.user_id))
  const change = user && (await findEmailChangeByToken(trx, token, context.clock.now()))
  if (user === undefined || change === undefined || user.is_active !== 1) throw new AppError('account.token_invalid')
  await settle(trx, context, user.id, 'confirmed')
  await storeEmail(trx, context, user, change.new_email)
  await revokeOneTimeTokens(trx, user.id, linkKinds)
  const by = { ...context, actor: actorOf(user) }
  await moveWithUser(trx, by, user.customer_id, { from: user.email, to: change.new_email })
  const stop = stopToken(context.keys, change.id)
  const mail = emailChangedMail(personOf(user), linkTo(context, stop))
  const about = { userId: user.id }
  await warnUser(trx, context, { email: user.email, about, kind: 'email_changed', token: stop, mail })
  await recordAudit(trx, by, { action: 'user.email_changed', subjectKind: 'user', subjectId: user.id })
}

/**
 * The link to the old address was used: whoever asked knew the password and was somebody else. The old address holds,
 * whatever has been asked for or confirmed since, all sessions end, the password is worth nothing any more, and a link
 * for a new one is mailed. 409 `account.token_invalid`.
 */
export async function stopEmailChange(trx: Trx, context: Context, token: string): Promise<void> {
  const now = context.clock.now()
  const found = await findStoppableEmailChange(trx, context, token, now)
  const user = found && (await lockUserRow(trx, context, found.user_id))
  const change = user && (await findStoppableEmailChange(trx, context, token, now))
  if (user === undefined || change === undefined) throw new AppError('account.token_invalid')
  await settle(trx, context, user.id, 'cancelled')
  await trx
    .updateTable('email_change')
    .set({ state: 'stopped', updated_at: instantText(now) })
    .where('id', '=', change.id)
    .execute()
  await takeOutOfOutbox(trx, [hashToken(token)])
  const by = { ...context, actor: actorOf(user) }
  if (foldCase(user.email) !== foldCase(change.old_email)) {
    await storeEmail(trx, context, user, change.old_email)
    await moveWithUser(trx, by, user.customer_id, { from: user.email, to: change.old_email })
  }
  await trx.updateTable('user_account').set({ password_hash: null }).where('id', '=', user.id).execute()
  await revokeOneTimeTokens(trx, user.id, linkKinds)
  const ended = await endSessionsOf(trx, user.id)
  await mailPasswordReset(trx, context, { ...user, email: change.old_email })
  await recordEndedViews(trx, context, ended, 'session ended')
  await recordAudit(trx, by, { action: 'user.email_change_stopped', subjectKind: 'user', subjectId: user.id })
}

/** Forgets the wishes nobody has confirmed in time, and takes their links out of the outbox. */
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

/** What was the same address before stays the same. */
async function moveWithUser(
  trx: Trx,
  context: Context,
  customerId: string | null,
  addresses: { from: string; to: string },
): Promise<void> {
  if (customerId === null) return
  await moveNewsletter(trx, context, customerId, addresses)
  await followUserEmail(trx, context, customerId, addresses)
}

async function settle(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  userId: string,
  state: 'confirmed' | 'cancelled' | 'replaced',
): Promise<boolean> {
  const settled = await trx
    .updateTable('email_change')
    .set({ state, updated_at: instantText(clock.now()) })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .returning('token_hash')
    .execute()
  await takeOutOfOutbox(
    trx,
    settled.map(({ token_hash }) => token_hash),
  )
  return settled.length > 0
}

async function storeEmail(trx: Trx, { clock }: Context, user: UserRow, email: string): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ email, email_key: foldCase(email), updated_at: instantText(clock.now()), revision: user.revision + 1 })
    .where('id', '=', user.id)
    .execute()
  await saveSearchTerms(trx, 'user', user.id, [user.username, email, user.first_name, user.last_name])
}

async function lockUserRow(trx: Trx, { engine }: Context, id: string): Promise<UserRow | undefined> {
  return trx.selectFrom('user_account').selectAll().where('id', '=', id).$call(forUpdate(engine)).executeTakeFirst()
}

/** The page behind all links that confirm or stop something; the token stands behind `#` (decision 0014). */
function linkTo({ config }: Pick<Context, 'config'>, token: string): string {
  return `${baseUrl(config)}/bestaetigen#token=${token}`
}

/** Whoever holds the link acts as its user. */
function actorOf(user: UserRow): Actor {
  return {
    kind: 'user',
    userId: user.id,
    username: user.username,
    name: `${user.first_name} ${user.last_name}`.trim() || user.username,
    role: user.role,
    customerId: user.customer_id,
    sessionId: '',
    asUser: null,
  }
}
