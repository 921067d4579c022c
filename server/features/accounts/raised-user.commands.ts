/** The end of users in dispute with the account that has created or changed them (decision 0047). */
import type { Transaction } from 'kysely'
import { recordAudit } from '#server/audit/record.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import type { EndedSession } from '#server/auth/sessions.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forUpdate, listed } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { InstantText } from '#server/database/schema-columns.ts'
import { endAccess } from './access-end.commands.ts'
import { listRaisedUsers, type RaisedUser } from './raised-user.queries.ts'
import { endStopLinks } from './stop-link.commands.ts'
import { lockAbleAdmins, type UserRow } from './user.queries.ts'

type Trx = Transaction<Database>

export type EndedUsers = {
  readonly ended: readonly RaisedUser[]
  /** Still active because the owner has said so. */
  readonly kept: readonly RaisedUser[]
  /** Still active: the owner decides. */
  readonly staying: readonly RaisedUser[]
  readonly sessions: readonly EndedSession[]
}
export const noUsers: EndedUsers = { ended: [], kept: [], staying: [], sessions: [] }

/**
 * Deactivates the users that an account in dispute has raised (`listRaisedUsers`), and ends their access and their stop
 * links. Those in `keptIds` stay active, which counts as a decision of the owner. The caller passes the result to
 * `recordEndedUsers`.
 */
export async function endRaisedUsers(
  trx: Trx,
  context: Context,
  user: Pick<UserRow, 'id' | 'role' | 'is_active'>,
  disputedSince: InstantText,
  keptIds: readonly string[] = [],
): Promise<EndedUsers> {
  const { ending: all, staying } = await lockRaisedUsers(trx, context, user, disputedSince)
  const [ending, kept] = [all.filter(({ id }) => !keptIds.includes(id)), all.filter(({ id }) => keptIds.includes(id))]
  const sessions: EndedSession[] = []
  for (const { id, revision } of ending) {
    await endStopLinks(trx, context, id)
    sessions.push(...(await endAccess(trx, context, id)).sessions)
    await trx
      .updateTable('user_account')
      .set({ is_active: 0, updated_at: instantText(context.clock.now()), revision: revision + 1 })
      .where('id', '=', id)
      .execute()
  }
  return { ended: ending, kept, staying, sessions }
}

export async function recordEndedUsers(
  trx: Trx,
  context: Context,
  { ended, kept, sessions }: EndedUsers,
): Promise<void> {
  await recordEndedImpersonations(trx, context, [...sessions], 'session ended')
  for (const { id } of ended) {
    await recordAudit(trx, context, {
      action: 'user.updated',
      subjectKind: 'user',
      subjectId: id,
      details: 'isActive',
    })
  }
  for (const { id } of kept) {
    await recordAudit(trx, context, { action: 'user.kept', subjectKind: 'user', subjectId: id })
  }
}

/** A locked admin raises nobody: reads again until all are locked. */
async function lockRaisedUsers(
  trx: Trx,
  { engine, clock }: Context,
  user: Pick<UserRow, 'id' | 'role' | 'is_active'>,
  disputedSince: InstantText,
) {
  const locked = new Set<string>()
  for (;;) {
    const raised = await listRaisedUsers(trx, engine, user.id, { disputedSince, now: clock.now() })
    const ids = [...raised.ending, ...raised.staying].map(({ id }) => id)
    if (ids.every(id => locked.has(id))) return raised
    await trx
      .selectFrom('user_account')
      .select('id')
      .where('id', 'in', listed(engine, JSON.stringify(ids)))
      .orderBy('id')
      .$call(forUpdate(engine))
      .execute()
    // Whether an admin is left depends on them, unless the account itself is one.
    if (user.role !== 'admin' || user.is_active !== 1) await lockAbleAdmins(trx, engine)
    for (const id of ids) locked.add(id)
  }
}
