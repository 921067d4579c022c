/** Admins in dispute because an account in dispute has created them (decision 0047). */
import type { Connection } from '#server/context.ts'
import type { InstantText } from '#server/database/schema-columns.ts'

/** With these an admin hands an account to another person: login, role, and the target of links. */
const raisingFields = new Set(['email', 'role', 'isActive'])

/**
 * The users that an account has raised since a moment, and those that they have raised in turn: created as an admin, or
 * given another role, activity or address. A query per generation. From the audit log, so deleted ones are included.
 */
export async function listAdminsCreatedBy(
  connection: Connection,
  userId: string,
  since: InstantText,
): Promise<Set<string>> {
  const raisedAt = new Map([[userId, since]])
  let raising = [userId]
  while (raising.length > 0) {
    const lines = await connection
      .selectFrom('audit_entry')
      .select(['actor_user_id', 'subject_id', 'at', 'action', 'details'])
      .where('actor_user_id', 'in', raising)
      .where('at', '>=', since)
      .where('action', 'in', ['user.created', 'user.updated'])
      .orderBy('seq')
      .execute()
    raising = []
    for (const line of lines) {
      const from = raisedAt.get(line.actor_user_id ?? '')
      if (from === undefined || line.at < from || raisedAt.has(line.subject_id) || !isRaising(line)) continue
      raisedAt.set(line.subject_id, line.at)
      raising.push(line.subject_id)
    }
  }
  raisedAt.delete(userId)
  return new Set(raisedAt.keys())
}

function isRaising({ action, details }: { action: string; details: string }): boolean {
  if (action === 'user.created') return details === 'admin'
  return details.split(', ').some(field => raisingFields.has(field))
}
