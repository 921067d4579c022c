import type { Selectable } from 'kysely'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { EmailChangeTable } from '#server/database/account-tables.ts'

export type EmailChange = Selectable<EmailChangeTable>

/** The pending change of a user. */
export async function findPendingEmailChange(
  connection: Connection,
  userId: string,
  now: Date,
): Promise<EmailChange | undefined> {
  return connection
    .selectFrom('email_change')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', instantText(now))
    .executeTakeFirst()
}

/** The change confirmed by a link to the new address, while it is valid. */
export async function findEmailChangeByToken(
  connection: Connection,
  token: string,
  now: Date,
): Promise<EmailChange | undefined> {
  return connection
    .selectFrom('email_change')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('state', '=', 'pending')
    .where('expires_at', '>', instantText(now))
    .executeTakeFirst()
}
