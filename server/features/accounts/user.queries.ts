import { type Kysely, type Selectable, sql } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { userList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { type Actor, effectiveRole } from '#server/auth/actor.ts'
import { reachedCustomer, scopeOf } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { UserAccountTable } from '#server/database/account-tables.ts'
import { type Engine, forUpdate } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { equals, finds, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import { demandRevision } from '#server/revision.ts'

export type UserRow = Selectable<UserAccountTable>

/** Each word of the search starts a word of the user, or is a part of one. */
export const userPages = prepareList(userList, {
  table: 'user_account',
  select: (db: Kysely<Database>) => db.selectFrom('user_account').selectAll(),
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('self'),
  orderings: { username: ['username_key'], createdAt: ['created_at'] },
  filters: {
    role: equals('user_account.role'),
    self: finds('sqlite_autoindex_user_account_1', id => sql`user_account.id = ${id}`),
  },
  kept: { list: 'user_account', filters: ['role'], by: ({ role }) => ({ role }) },
})

/** Users in the actor's scope, by user name unless ordered otherwise; a customer's user only sees their own record. */
export function listUsers(
  connection: Connection,
  actor: Actor,
  query: ListQuery<typeof userList>,
): Promise<ListPage<UserRow>> {
  if (effectiveRole(actor) === 'admin' || actor.kind !== 'user' || actor.impersonation) {
    return userPages.read(connection, reachedCustomer(scopeOf(actor), query.customer), query)
  }
  return userPages.read(connection, { id: query.customer }, query, { self: actor.userId })
}

/** One user in scope; 404 `not_found`. */
export async function getUser(connection: Connection, actor: Actor, id: string): Promise<UserRow> {
  const row = await usersInReach(connection, actor).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** The same, locked until the end of the transaction; 412 `stale` when it is not the revision the caller saw. */
export async function lockUser(
  trx: Connection,
  { actor, engine }: { actor: Actor; engine: Engine },
  id: string,
  revision?: number,
): Promise<UserRow> {
  const row = await usersInReach(trx, actor)
    .selectAll()
    .where('id', '=', id)
    .$call(forUpdate(engine))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  demandRevision(revision, row.revision)
  return row
}

/** The admins who can log in, locked until the end of the transaction, so that two cannot remove each other. */
export async function lockAbleAdmins(trx: Connection, engine: Engine): Promise<string[]> {
  const rows = await selectAbleAdmins(trx).orderBy('id').$call(forUpdate(engine)).execute()
  return rows.map(row => row.id)
}

/** The same, not locked. */
export async function listAbleAdmins(connection: Connection): Promise<string[]> {
  return (await selectAbleAdmins(connection).execute()).map(row => row.id)
}

/** Whether work was measured in the user's name: that record must not be deleted with the account. */
export async function hasWorked(connection: Connection, userId: string): Promise<boolean> {
  const span = await connection.selectFrom('work_span').select('id').where('user_id', '=', userId).limit(1).execute()
  return span.length > 0
}

function selectAbleAdmins(connection: Connection) {
  return connection
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', 1)
    .where('password_hash', 'is not', null)
}

/** An admin sees all users, a customer their own record, an impersonating admin that customer's users. */
function usersInReach(connection: Connection, actor: Actor) {
  const all = connection.selectFrom('user_account')
  if (effectiveRole(actor) === 'admin') return all
  if (actor.kind !== 'user') return all.where('id', '=', '')
  return actor.impersonation
    ? all.where('customer_id', '=', actor.impersonation.customerId)
    : all.where('id', '=', actor.userId)
}
