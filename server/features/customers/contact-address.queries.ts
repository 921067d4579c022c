import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { InstantText } from '#server/database/schema-columns.ts'

/** The customer whose contact address a valid link confirms. The link replaces a scope. */
export function findContactLink(
  connection: Connection,
  token: string,
  now: Date,
): Promise<{ id: string; email: string; contact_token_until: string | null } | undefined> {
  return connection
    .selectFrom('customer')
    .select(['id', 'email', 'contact_token_until'])
    .where('contact_token_hash', '=', hashToken(token))
    .where('contact_token_until', '>', instantText(now))
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** Whether the current contact address was entered by this user since then, according to the audit log. */
export async function isContactChangedBy(
  connection: Connection,
  { userId, customerId, since }: { userId: string; customerId: string; since: InstantText },
): Promise<boolean> {
  const lines = await connection
    .selectFrom('audit_entry')
    .select(['actor_user_id', 'details'])
    .where('subject_id', '=', customerId)
    .where('action', '=', 'customer.updated')
    .where('at', '>=', since)
    .orderBy('seq', 'desc')
    .execute()
  return lines.find(({ details }) => details.split(', ').includes('email'))?.actor_user_id === userId
}
