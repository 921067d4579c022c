import type { Selectable } from 'kysely'
import { hashToken, isSameText, sign } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Connection, Services } from '#server/context.ts'
import type { EmailChangeTable } from '#server/database/schema-mail.ts'

export type EmailChange = Selectable<EmailChangeTable>

/** The change a user has asked for and not confirmed yet. */
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

/** The change that a link to the new address confirms, while it can. */
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

/** The change that a link to the old address stops or takes back, while it can; taken back by somebody else it still can. */
export async function findStoppableEmailChange(
  connection: Connection,
  { keys }: Pick<Services, 'keys'>,
  token: string,
  now: Date,
): Promise<EmailChange | undefined> {
  const [, id = '', keyId = '', given = ''] =
    /^([0-9a-f-]{36})-([A-Za-z0-9_-]{1,32})-([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  // The key stands in the link: it may have been rotated while the mail was on its way.
  if (!keys.has(keyId) || !isSameText(given, stopSignature(keys, id, keyId))) return undefined
  return connection
    .selectFrom('email_change')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'stopped')
    .where('stoppable_until', '>', instantText(now))
    .executeTakeFirst()
}

/** It goes into two mails, so it is signed and not stored; the state of the change lets it be used once. */
export function stopToken(keys: Services['keys'], id: string): string {
  return `${id}-${keys.activeId}-${stopSignature(keys, id)}`
}

function stopSignature(keys: Services['keys'], id: string, keyId = keys.activeId): string {
  return sign(keys.derive('email-change-stop', keyId), id)
}
