import { type Selectable, sql } from 'kysely'
import type { CurrentSession } from '#contract/accounts.ts'
import { instantText } from '#server/clock.ts'
import type { Connection, Runtime } from '#server/context.ts'
import type { UserAccountTable } from '#server/database/account-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'

export type CurrentSessionRow = Awaited<ReturnType<typeof selectCurrentSession>>[number]
export type SessionRow = { id: string; created_at: string; last_seen_at: string; address: string; user_agent: string }
type Paging = { page: number; page_size: number }

/** The session as shown in the portal's frame; undefined when it has ended. */
export async function findCurrentSession(
  connection: Connection,
  sessionId: string,
): Promise<CurrentSessionRow | undefined> {
  const [row] = await selectCurrentSession(connection, { sessionId })
  return row
}

/** The answer for a browser without a login. */
export const noSession: CurrentSession = { user: null, impersonation: null, idleUntil: null, prices: null }

/** The live sessions of a user, newest first. */
export async function listSessions(
  connection: Connection,
  userId: string,
  now: Date,
  { page, page_size }: Paging,
): Promise<{ count: number; results: SessionRow[] }> {
  const live = connection
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('idle_until', '>', instantText(now))
    .where('absolute_until', '>', instantText(now))
  const [{ count }, results] = await Promise.all([
    live.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    live
      .select(['id', 'created_at', 'last_seen_at', 'address', 'user_agent'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
  ])
  return { count, results }
}

/** Whether a session still exists: it may have been ended while one of its requests was running. */
export async function isSessionOpen(connection: Connection, sessionId: string): Promise<boolean> {
  const open = await connection.selectFrom('session').select('id').where('id', '=', sessionId).executeTakeFirst()
  return open !== undefined
}

/** The user with a name. */
export async function findAccountByName(connection: Connection, usernameKey: string) {
  return selectAccounts(connection).where('username_key', '=', usernameKey).executeTakeFirst()
}

/**
 * The user of a login name or an e-mail address, with the data for a password check; undefined when several users who
 * can log in have the address. No name has an `@`.
 */
export async function findAccountByLogin(connection: Connection, key: string) {
  const [account, ...more] = await selectAccounts(connection)
    .where(eb => eb.or([eb('username_key', '=', key), eb.and([eb('email_key', '=', key), eb('is_active', '=', 1)])]))
    .limit(2)
    .execute()
  return more.length === 0 ? account : undefined
}

/** When a login of the user last failed, and its network; null if none has. */
export async function findLastFailedLogin(connection: Connection, userId: string) {
  const row = await connection
    .selectFrom('user_account')
    .select(['last_failed_login_at as at', 'last_failed_login_network as network'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row === undefined || row.at === null ? null : { at: row.at, network: row.network }
}

export async function findAccount(connection: Connection, id: string) {
  return selectAccounts(connection).where('id', '=', id).executeTakeFirst()
}

/** A user's whole row, held until the end of the transaction. */
export async function lockAccount(
  trx: Connection,
  { engine }: Pick<Runtime, 'engine'>,
  id: string,
): Promise<Selectable<UserAccountTable> | undefined> {
  return trx.selectFrom('user_account').selectAll().where('id', '=', id).$call(forUpdate(engine)).executeTakeFirst()
}

export type Person = { username: string }

/** How mails name somebody: never by user-entered names, which may be a thief's words. */
export function personOf({ username }: { username: string }): Person {
  return { username }
}

function selectAccounts(connection: Connection) {
  return connection
    .selectFrom('user_account')
    .select([
      'id',
      'username',
      'email',
      'first_name',
      'last_name',
      'role',
      'password_hash',
      'is_active',
      'last_login_at',
      'access_generation',
    ])
}

const selectCurrentSession = prepared<{ sessionId: string }>()((db, param) =>
  db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .leftJoin('customer', 'customer.id', 'session.as_customer_id')
    .leftJoin('customer as own', 'own.id', 'user_account.customer_id')
    .leftJoin('login_policy', join => join.on('login_policy.id', '=', sql.lit(1)))
    .select([
      'user_account.id as user_id',
      'user_account.username',
      'user_account.first_name',
      'user_account.last_name',
      'user_account.role',
      'user_account.customer_id',
      'user_account.second_factor',
      'login_policy.admins_need_second_factor',
      'session.idle_until',
      'session.as_customer_id',
      'session.as_user_until',
      'own.kind as own_kind',
      'customer.kind as view_kind',
      'customer.company as view_company',
      'customer.first_name as view_first_name',
      'customer.last_name as view_last_name',
    ])
    .where('session.id', '=', param('sessionId')),
)
