/** Users in dispute because an account in dispute has created or changed them (decision 0047). */
import { doubtSince } from '#server/auth/doubt.ts'
import type { Connection } from '#server/context.ts'
import { type Engine, listed } from '#server/database/engine.ts'
import type { InstantText } from '#server/database/schema-columns.ts'
import { listAbleAdmins, type UserRow } from './user.queries.ts'

/** With these an admin hands an account, or the rows it reaches, to another person. */
const raisingFields: readonly string[] = ['email', 'role', 'isActive', 'customerId']

/**
 * The users that an account has raised since an instant, and those that they have raised in turn, with the last time:
 * created, or given another address, role, activity or customer. A later decision of somebody else wins: on that field,
 * and with the activity on all; so does a stop that keeps a user. A query per generation. From the audit log, so deleted
 * users are included.
 */
export async function listUsersRaisedBy(
  connection: Connection,
  engine: Engine,
  userId: string,
  since: InstantText,
): Promise<Map<string, InstantText>> {
  const touched = await listTouchedBy(connection, engine, userId, since)
  const raised = new Map<string, { readonly at: InstantText; readonly fields: readonly string[] }>()
  for (const { actor_user_id, subject_id, at, ...line } of await linesAbout(connection, engine, touched, since)) {
    const fields = fieldsOf(line)
    const before = raised.get(subject_id)
    if (line.action === 'user.kept') {
      // The stop of a raised account may be the thief's.
      if (!raised.has(actor_user_id ?? '')) raised.delete(subject_id)
      continue
    }
    if (actor_user_id === userId || raised.has(actor_user_id ?? '')) {
      if (fields.length > 0) raised.set(subject_id, { at, fields: [...(before?.fields ?? []), ...fields] })
      continue
    }
    const left = fields.includes('isActive') ? [] : before?.fields.filter(field => !fields.includes(field))
    if (before && left && left.length > 0) raised.set(subject_id, { at: before.at, fields: left })
    else raised.delete(subject_id)
  }
  raised.delete(userId)
  return new Map([...raised].map(([id, { at }]) => [id, at]))
}

export type RaisedUser = Pick<UserRow, 'id' | 'username' | 'role' | 'revision'>

export type RaisedUsers = {
  /** Users that a stop deactivates. */
  readonly ending: readonly RaisedUser[]
  /** Users the account's owner decides on: raising them may be everyday work from before the dispute. */
  readonly staying: readonly RaisedUser[]
}

/**
 * The active users that an account in dispute has raised, in the last thirty days or since the dispute began. All
 * admins end, because an admin can do everything, unless no other active admin would be left: the operator decides
 * then. Customers' users end when they were raised since the dispute began.
 */
export async function listRaisedUsers(
  connection: Connection,
  engine: Engine,
  userId: string,
  { disputedSince, now }: { readonly disputedSince: InstantText; readonly now: Date },
): Promise<RaisedUsers> {
  const raised = await listUsersRaisedBy(connection, engine, userId, doubtSince(now, disputedSince))
  if (raised.size === 0) return { ending: [], staying: [] }
  const active = connection.selectFrom('user_account').where('is_active', '=', 1)
  const rows = await active
    .select(['id', 'username', 'role', 'revision'])
    .where('id', 'in', listed(engine, JSON.stringify([...raised.keys()])))
    .orderBy('role')
    .orderBy('username_key')
    .execute()
  const own = await active.select('id').where('id', '=', userId).where('role', '=', 'admin').executeTakeFirst()
  const isOneLeft = own !== undefined || (await listAbleAdmins(connection)).some(id => !raised.has(id))
  const ends = ({ id, role }: RaisedUser) => (role === 'admin' ? isOneLeft : (raised.get(id) ?? '') >= disputedSince)
  return { ending: rows.filter(ends), staying: rows.filter(row => !ends(row)) }
}

/** Everybody whom the account may have raised, and those whom they may have raised. */
async function listTouchedBy(
  connection: Connection,
  engine: Engine,
  userId: string,
  since: InstantText,
): Promise<string[]> {
  const touched = new Set([userId])
  for (let actors = [userId]; actors.length > 0; ) {
    const among = listed(engine, JSON.stringify(actors))
    const lines = await selectLines(connection, since).where('actor_user_id', 'in', among).execute()
    const raising = lines.filter(line => fieldsOf(line).length > 0).map(line => line.subject_id)
    actors = [...new Set(raising)].filter(id => !touched.has(id))
    for (const id of actors) touched.add(id)
  }
  touched.delete(userId)
  return [...touched]
}

async function linesAbout(connection: Connection, engine: Engine, userIds: readonly string[], since: InstantText) {
  if (userIds.length === 0) return []
  const among = listed(engine, JSON.stringify(userIds))
  return selectLines(connection, since).where('subject_id', 'in', among).orderBy('seq').execute()
}

function selectLines(connection: Connection, since: InstantText) {
  return connection
    .selectFrom('audit_entry')
    .select(['actor_user_id', 'subject_id', 'at', 'action', 'details'])
    .where('at', '>=', since)
    .where('action', 'in', ['user.created', 'user.kept', 'user.updated'])
}

function fieldsOf({ action, details }: { action: string; details: string }): string[] {
  if (action === 'user.created') return ['created']
  return details.split(', ').filter(field => raisingFields.includes(field))
}
