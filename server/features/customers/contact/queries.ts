import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'

/** The customer whose contact address a link confirms, while it can. Whoever has the link has the address. */
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
