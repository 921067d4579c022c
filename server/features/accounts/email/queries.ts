import type { Selectable } from 'kysely'
import { hashToken, isSameText, sign } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Connection, Services } from '#server/context.ts'
import { foldCase } from '#server/database/fold.ts'
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

/**
 * The change that a link to the last undisputed address stops or takes back, while it can: also when it was cancelled or
 * replaced, or others were confirmed since.
 */
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
  const change = await connection
    .selectFrom('email_change')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'stopped')
    .where('stoppable_until', '>', instantText(now))
    .executeTakeFirst()
  return change && { ...change, ...disputeOf(change) }
}

/**
 * Whose word counts while changes of a user can still be stopped: the address that held before the first of them. It can
 * stop all that came after; addresses that were confirmed meanwhile cannot. Undefined: the present one is undisputed.
 */
export async function findDispute(connection: Connection, userId: string, now: Date) {
  const first = await connection
    .selectFrom('email_change')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'stopped')
    .where('old_email', '<>', '')
    .where('stoppable_until', '>', instantText(now))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return first && disputeOf(first)
}

/** An instance of the release before, still running beside this one, says neither. */
function disputeOf(change: EmailChange): Pick<EmailChange, 'stop_email' | 'disputed_since'> {
  return {
    stop_email: change.stop_email || change.old_email,
    disputed_since: change.disputed_since || change.created_at,
  }
}

/** Whether a change of the address can still be stopped. */
export async function isDisputed(connection: Connection, userId: string, now: Date): Promise<boolean> {
  return (await findDispute(connection, userId, now)) !== undefined
}

/**
 * Whether a stop or an admin's repair took the password and none was chosen since: who sets one now is taking the account
 * back. Not while another address than the present one can still stop changes: that one's owner decides.
 */
export async function isBeingTakenBack(
  connection: Connection,
  user: { id: string; email: string; password_hash: string | null },
  now: Date,
): Promise<boolean> {
  if (user.password_hash !== null) return false
  const dispute = await findDispute(connection, user.id, now)
  return dispute === undefined || foldCase(dispute.stop_email) === foldCase(user.email)
}

/** It goes into two mails, so it is signed and not stored; the state of the change lets it be used once. */
export function stopToken(keys: Services['keys'], id: string): string {
  return `${id}-${keys.activeId}-${stopSignature(keys, id)}`
}

function stopSignature(keys: Services['keys'], id: string, keyId = keys.activeId): string {
  return sign(keys.derive('email-change-stop', keyId), id)
}
