import type { Transaction } from 'kysely'
import { recordAudit } from '#server/audit/record.ts'
import { doubtSince } from '#server/auth/doubt.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { listed } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { InstantText } from '#server/database/schema-columns.ts'

/**
 * Ends the tokens of endpoints for which an account in dispute has made one: its holder could set addresses in the DNS
 * permanently (decision 0047). Also the previous token: either may be a thief's. Returns the user names of the
 * endpoints.
 */
export async function endTokensMadeBy(
  trx: Transaction<Database>,
  context: Context,
  userIds: readonly string[],
  disputedSince: InstantText | undefined,
): Promise<string[]> {
  const now = context.clock.now()
  const made = trx
    .selectFrom('audit_entry')
    .select('subject_id')
    .where('actor_user_id', 'in', listed(context.engine, JSON.stringify(userIds)))
    .where('action', '=', 'dns_endpoint.token_made')
    .where('at', '>=', doubtSince(now, disputedSince))
  const ended = await trx
    .updateTable('dns_endpoint')
    .set(eb => ({
      token_hash: null,
      previous_token_hash: null,
      previous_token_until: null,
      updated_at: instantText(now),
      revision: eb('revision', '+', 1),
    }))
    .where('id', 'in', made)
    .where('token_hash', 'is not', null)
    .returning(['id', 'user_name'])
    .execute()
  for (const { id } of ended) {
    await recordAudit(trx, context, { action: 'dns_endpoint.token_ended', subjectKind: 'dns_endpoint', subjectId: id })
  }
  return ended.map(({ user_name }) => user_name).toSorted()
}
