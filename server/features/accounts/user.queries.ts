import type { Selectable } from 'kysely'
import type { Role } from '#contract/accounts.ts'
import { AppError } from '#server/app-error.ts'
import { type Actor, effectiveRole } from '#server/auth/actor.ts'
import type { Connection } from '#server/context.ts'
import type { UserAccountTable } from '#server/database/account-tables.ts'
import { type Engine, forUpdate } from '#server/database/engine.ts'
import { countRows } from '#server/database/row-counts.ts'
import { matchingIds } from '#server/database/search-terms.ts'

export type UserRow = Selectable<UserAccountTable>

const orderings = {
  username: ['username_key', 'asc'],
  '-username': ['username_key', 'desc'],
  createdAt: ['created_at', 'asc'],
  '-createdAt': ['created_at', 'desc'],
} as const

export type UserFilter = {
  page: number
  page_size: number
  search?: string | undefined
  role?: Role | undefined
  customer?: string | undefined
  ordering?: keyof typeof orderings | undefined
}

/** Users in the actor's scope, by user name unless ordered otherwise. */
export async function listUsers(
  connection: Connection,
  actor: Actor,
  { page, page_size, search, role, customer, ordering = 'username' }: UserFilter,
): Promise<{ count: number; results: UserRow[] }> {
  let found = usersInReach(connection, actor)
  if (search?.trim()) found = found.where('id', 'in', matchingIds('user', search))
  if (role !== undefined) found = found.where('role', '=', role)
  if (customer !== undefined) found = found.where('customer_id', '=', customer)
  const isNarrowed = effectiveRole(actor) !== 'admin' || customer !== undefined || search?.trim()
  const { count } = isNarrowed
    ? await found.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    : { count: await countRows(connection, 'user_account', { role }) }
  const [column, direction] = orderings[ordering]
  const results = await found
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { count, results }
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
  if (revision !== undefined && revision !== row.revision) throw new AppError('stale')
  return row
}

/** The admins who can log in, locked until the end of the transaction, so that two cannot remove each other. */
export async function lockAbleAdmins(trx: Connection, engine: Engine): Promise<string[]> {
  const rows = await trx
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', 1)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .$call(forUpdate(engine))
    .execute()
  return rows.map(row => row.id)
}

/** Whether work was measured in the user's name: that record must not be deleted with the account. */
export async function hasWorked(connection: Connection, userId: string): Promise<boolean> {
  const span = await connection.selectFrom('work_span').select('id').where('user_id', '=', userId).limit(1).execute()
  return span.length > 0
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
