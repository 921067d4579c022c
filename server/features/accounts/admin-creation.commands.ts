/** The effects of creating or readdressing an admin on the creating account, and on the other one (decision 0047). */
import type { Selectable, Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { doubtSince } from '#server/auth/doubt.ts'
import type { Context } from '#server/context.ts'
import type { UserAccountTable } from '#server/database/account-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { isSessionOpen, lockAccount } from './account.queries.ts'
import { adminMadeMail } from './admin-creation.mails.ts'
import { listUsersRaisedBy } from './raised-user.queries.ts'
import { warnOfAccess } from './stop-link.commands.ts'
import { findDispute } from './stop-link.queries.ts'

type Trx = Transaction<Database>
type UserRow = Selectable<UserAccountTable>

/** The admin who creates or readdresses another, and the instant before. */
export type Maker = { readonly account: UserRow; readonly since: Date }

/**
 * Locks the account of the admin who is about to create or readdress another; undefined where the actor is no user. 401
 * `session.required` when the session has ended meanwhile, e.g. by a stop.
 */
export async function lockMaker(trx: Trx, context: Context): Promise<Maker | undefined> {
  const { actor } = context
  if (actor.kind !== 'user') return undefined
  const account = await lockAccount(trx, context, actor.userId)
  if (account === undefined || !(await isSessionOpen(trx, actor.sessionId))) throw new AppError('session.required')
  return { account, since: context.clock.now() }
}

/**
 * Notifies all other active admins, and warns the maker's undisputed address with the link that recovers the maker's
 * account: somebody with a stolen password may have acted. The caller audits.
 */
export async function warnOfAdmin(
  trx: Trx,
  context: Context,
  { account, since }: Maker,
  made: { readonly id: string; readonly username: string; readonly isReaddressed?: boolean },
): Promise<void> {
  const kind = 'admin_made'
  const facts = {
    made: made.username,
    isReaddressed: made.isReaddressed ?? false,
    by: account.username,
    at: context.clock.now(),
    url: `${baseUrl(context.config)}/admin-portal/settings/users`,
  }
  const others = await trx
    .selectFrom('user_account')
    .select(['id', 'email', 'email_key'])
    .where('role', '=', 'admin')
    .where('is_active', '=', 1)
    .where('email', '<>', '')
    .where('id', 'not in', [account.id, made.id])
    .orderBy('id')
    .execute()
  const notified = new Map(others.map(other => [other.email_key, other]))
  notified.delete(account.email_key)
  const mail = adminMadeMail(facts)
  for (const { id: userId, email } of notified.values()) {
    await warnUser(trx, context, { email, about: { userId }, kind, mail })
  }
  await warnOfAccess(trx, context, account, { kind, since, makeMail: stop => adminMadeMail({ ...facts, stop }) })
}

/**
 * Refuses an actor raised by an account in dispute: it may be the thief of that account. 409 `user.in_dispute`. Call it
 * with the user's row locked.
 */
export async function demandSay(
  trx: Trx,
  { actor, clock, engine }: Pick<Context, 'actor' | 'clock' | 'engine'>,
  userId: string,
) {
  if (actor.kind !== 'user' || actor.userId === userId) return
  const dispute = await findDispute(trx, userId, clock.now())
  if (dispute === undefined) return
  const raised = await listUsersRaisedBy(trx, engine, userId, doubtSince(clock.now(), dispute.disputed_since))
  if (raised.has(actor.userId)) throw new AppError('user.in_dispute')
}
