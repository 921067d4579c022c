import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import { takeOutOfOutbox } from '#server/auth/one-time-tokens.ts'
import { listFactors } from '#server/auth/second-factor-store.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import type { Database } from '#server/database/schema.ts'
import { doubtContact } from '#server/features/customers/contact-address.commands.ts'
import { endTokensMadeBy } from '#server/features/dns/dns-token-end.commands.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import { withdrawErasuresAskedBy } from '#server/features/privacy/erasure-doubt.commands.ts'
import { byPortal } from '#server/mail/budget.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { endAccess } from './access-end.commands.ts'
import { lockAccount, personOf } from './account.queries.ts'
import { accountTakenBackMail, emailChangeStoppedMail } from './account-recovery.mails.ts'
import { listDisputedChanges } from './disputed-changes.queries.ts'
import { actorOf, moveToEmail } from './email-change.commands.ts'
import { forgetGuesses } from './login-attempt.commands.ts'
import { createPasswordResetLink } from './password.commands.ts'
import { endRaisedUsers, recordEndedUsers } from './raised-user.commands.ts'
import { endStopLinks } from './stop-link.commands.ts'
import { findStopLink } from './stop-link.queries.ts'

/** The owner's decisions with a stop. */
export type StopChoice = {
  readonly removeOlderFactors?: boolean | undefined
  /** Users who stay active although this account has raised them. */
  readonly keptUserIds?: readonly string[] | undefined
}

/**
 * Recovers the account with the link sent to the last undisputed address: somebody else knew the password. That address
 * is restored, regardless of later requests and confirmations. All access ends, the password is void, factors set up
 * since are removed (with `removeOlderFactors` all), users raised since are deactivated unless kept, tokens of endpoints end, and
 * deletions are withdrawn. A link for a new password is mailed; until then nobody can log in. 409 `account.token_invalid`.
 */
export async function takeAccountBack(
  trx: Transaction<Database>,
  context: Context,
  token: string,
  { removeOlderFactors = false, keptUserIds = [] }: StopChoice = {},
): Promise<void> {
  const now = context.clock.now()
  const found = await findStopLink(trx, context, token, now)
  const user = found && (await lockAccount(trx, context, found.user_id))
  const link = user && (await findStopLink(trx, context, token, now))
  if (user === undefined || link === undefined) throw new AppError('account.token_invalid')
  const { stop_email: email, about } = link
  await takeOutOfOutbox(trx, [hashToken(token)])
  await endStopLinks(trx, context, user.id)
  const ended = await endAccess(trx, context, user.id, { factorsSince: removeOlderFactors ? '' : link.disputed_since })
  const users = await endRaisedUsers(trx, context, user, link.disputed_since, keptUserIds)
  const makers = [user.id, ...users.ended.map(({ id }) => id)]
  // Before this call itself restores an address.
  const changes = await listDisputedChanges(trx, context, makers, link.disputed_since)
  await trx
    .updateTable('email_change')
    .set({ state: 'stopped', updated_at: instantText(now) })
    .where('id', '=', link.id)
    .execute()
  await trx.updateTable('user_account').set({ password_hash: null }).where('id', '=', user.id).execute()
  await forgetGuesses(trx, context, { id: user.id, names: [user.username, user.email, email] })
  const by = { ...context, actor: actorOf(user) }
  if (addressKey(user.email) !== addressKey(email)) {
    await moveToEmail(trx, by, user, email)
    const mail = emailChangeStoppedMail(personOf(user))
    await warnUser(trx, context, { email: user.email, about: { userId: user.id }, kind: 'email_changed', mail })
  }
  const contact = await doubtContact(trx, by, user, { disputedSince: link.disputed_since, trusted: email })
  const tokens = await endTokensMadeBy(trx, by, makers, link.disputed_since)
  const erasures = await withdrawErasuresAskedBy(trx, by, makers, link.disputed_since)
  const reset = await createPasswordResetLink(trx, context, user.id)
  const left = await listFactors(trx, user.id)
  const mail = renderMail(
    await getSender(trx),
    accountTakenBackMail(personOf(user), reset.link, {
      ended,
      left,
      contact,
      tokens,
      erasures,
      changes,
      users,
      isAdmin: user.role === 'admin',
    }),
  )
  // The link works once: nobody can use up this mail before, and without it the owner is locked out.
  await enqueueMail(trx, byPortal(context), {
    kind: 'password_reset',
    to: email,
    about: { userId: user.id },
    token: reset.token,
    ...mail,
  })
  await recordEndedImpersonations(trx, context, ended.sessions, 'session ended')
  await recordEndedUsers(trx, by, users)
  await recordAudit(trx, by, {
    action: about === 'email' ? 'user.email_change_stopped' : 'user.taken_back',
    subjectKind: 'user',
    subjectId: user.id,
    details: ended.factors.map(({ kind }) => kind).join(', '),
  })
}
