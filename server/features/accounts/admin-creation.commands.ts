/** The effects of creating or readdressing an admin on the creating account, and on the other one (decision 0047). */
import type { Selectable, Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { doubtSince } from '#server/auth/doubt.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import type { EndedSession } from '#server/auth/sessions.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { UserAccountTable } from '#server/database/account-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { InstantText } from '#server/database/schema-columns.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { endAccess } from './access-end.commands.ts'
import { isSessionOpen, lockAccount, type Person } from './account.queries.ts'
import { adminMadeMail } from './admin-creation.mails.ts'
import { listAdminsCreatedBy } from './admin-creation.queries.ts'
import { endStopLinks, warnOfAccess } from './stop-link.commands.ts'
import { findDispute } from './stop-link.queries.ts'
import { lockAbleAdmins } from './user.queries.ts'

type Trx = Transaction<Database>
type UserRow = Selectable<UserAccountTable>

/** The admin who creates or readdresses another, and the moment before. */
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
export async function demandSay(trx: Trx, { actor, clock }: Pick<Context, 'actor' | 'clock'>, userId: string) {
  if (actor.kind !== 'user' || actor.userId === userId) return
  const dispute = await findDispute(trx, userId, clock.now())
  if (dispute === undefined) return
  const raised = await listAdminsCreatedBy(trx, userId, doubtSince(clock.now(), dispute.disputed_since))
  if (raised.has(actor.userId)) throw new AppError('user.in_dispute')
}

export type EndedAdmins = {
  readonly ended: readonly (Person & { readonly id: string })[]
  readonly sessions: readonly EndedSession[]
}
export const noAdmins: EndedAdmins = { ended: [], sessions: [] }

/**
 * Deactivates the admins that an account in dispute has raised, in the last thirty days or since the dispute began, and
 * ends their access and their stop links. Not where no other active admin would be left: the operator decides then. The caller passes the result to
 * `recordEndedAdmins`.
 */
export async function endCreatedAdmins(
  trx: Trx,
  context: Context,
  user: Pick<UserRow, 'id' | 'role' | 'is_active'>,
  disputedSince: InstantText,
): Promise<EndedAdmins> {
  const admins = await lockRaisedAdmins(trx, context, user.id, doubtSince(context.clock.now(), disputedSince))
  const isAdmin = user.role === 'admin' && user.is_active === 1
  const raised = new Set(admins.map(({ id }) => id))
  const isOneLeft = isAdmin || (await lockAbleAdmins(trx, context.engine)).some(id => !raised.has(id))
  if (admins.length === 0 || !isOneLeft) return noAdmins
  const sessions: EndedSession[] = []
  for (const { id, revision } of admins) {
    await endStopLinks(trx, context, id)
    sessions.push(...(await endAccess(trx, context, id)).sessions)
    await trx
      .updateTable('user_account')
      .set({ is_active: 0, updated_at: instantText(context.clock.now()), revision: revision + 1 })
      .where('id', '=', id)
      .execute()
  }
  return { ended: admins.map(({ id, username }) => ({ id, username })), sessions }
}

export async function recordEndedAdmins(trx: Trx, context: Context, { ended, sessions }: EndedAdmins): Promise<void> {
  await recordEndedImpersonations(trx, context, [...sessions], 'session ended')
  for (const { id } of ended) {
    await recordAudit(trx, context, {
      action: 'user.updated',
      subjectKind: 'user',
      subjectId: id,
      details: 'isActive',
    })
  }
}

/** A locked admin creates no further ones: reads again until all are locked. */
async function lockRaisedAdmins(trx: Trx, { engine }: Context, userId: string, since: InstantText) {
  for (let known = 0; ; ) {
    const raised = await listAdminsCreatedBy(trx, userId, since)
    if (raised.size === 0) return []
    const rows = await trx
      .selectFrom('user_account')
      .select(['id', 'username', 'revision'])
      .where('id', 'in', [...raised])
      .where('role', '=', 'admin')
      .where('is_active', '=', 1)
      .orderBy('id')
      .$call(forUpdate(engine))
      .execute()
    if (raised.size === known) return rows
    known = raised.size
  }
}
