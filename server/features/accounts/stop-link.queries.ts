/** The links with which the last undisputed address recovers an account (decision 0047). */
import type { Selectable } from 'kysely'
import { isSameText, sign } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Connection, Runtime } from '#server/context.ts'
import type { EmailChangeTable, StopLinkTable } from '#server/database/account-tables.ts'
import { addressKey } from '#server/database/address-key.ts'

/** A valid link, in a mail about a change of the address or about an added factor. */
export type StopLink = Selectable<StopLinkTable> & { readonly about: 'email' | 'factor' }

export type Dispute = Pick<StopLink, 'stop_email' | 'disputed_since'> & {
  /** The link that works longest. */
  readonly last: StopLink
  /** Whether a change of the address can still be stopped. */
  readonly isAboutEmail: boolean
}

/**
 * The account that a link recovers, while it can: also when the change was cancelled or replaced, or others were made
 * since. Everything since the first of them is in dispute.
 */
export async function findStopLink(
  connection: Connection,
  { keys }: Pick<Runtime, 'keys'>,
  token: string,
  now: Date,
): Promise<StopLink | undefined> {
  const [, id = '', keyId = '', given = ''] =
    /^([0-9a-f-]{36})-([A-Za-z0-9_-]{1,32})-([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  // The key id is in the link: the key may have been rotated after sending.
  if (!keys.has(keyId) || !isSameText(given, stopSignature(keys, id, keyId))) return undefined
  const [link] = await listStopLinks(connection, { id }, now)
  if (link === undefined) return undefined
  const dispute = await findDispute(connection, link.user_id, now)
  return { ...link, disputed_since: earlier(link.disputed_since, dispute?.disputed_since ?? link.disputed_since) }
}

/**
 * The address that decides while something can still be stopped: the one before the first change. It can stop all later
 * ones; addresses confirmed meanwhile cannot. Undefined: the current one is undisputed.
 */
export async function findDispute(connection: Connection, userId: string, now: Date): Promise<Dispute | undefined> {
  const links = await listStopLinks(connection, { user_id: userId }, now)
  const [first] = links
  if (first === undefined) return undefined
  return {
    stop_email: first.stop_email,
    disputed_since: links.map(link => link.disputed_since).reduce(earlier),
    last: links.reduce((one, other) => (other.stoppable_until > one.stoppable_until ? other : one)),
    isAboutEmail: links.some(({ about }) => about === 'email'),
  }
}

/**
 * Whether a stop or an admin's repair removed the password and none was chosen since: the next password completes the
 * recovery. Not while another address than the current one can still stop changes: that one's owner decides.
 */
export async function isBeingTakenBack(
  connection: Connection,
  user: { id: string; email: string; password_hash: string | null },
  now: Date,
): Promise<boolean> {
  if (user.password_hash !== null) return false
  const dispute = await findDispute(connection, user.id, now)
  return dispute === undefined || addressKey(dispute.stop_email) === addressKey(user.email)
}

/** It is in several mails, so it is signed and not stored; the state of its row makes it single-use. */
export function stopToken(keys: Runtime['keys'], id: string): string {
  return `${id}-${keys.activeId}-${stopSignature(keys, id)}`
}

/** Valid links, in order of creation. */
async function listStopLinks(
  connection: Connection,
  whose: { readonly id: string } | { readonly user_id: string },
  now: Date,
): Promise<StopLink[]> {
  const columns = ['id', 'user_id', 'stop_email', 'disputed_since', 'stoppable_until', 'created_at'] as const
  const changes = await connection
    .selectFrom('email_change')
    .select([...columns, 'old_email'])
    .where(eb => eb.and(whose))
    .where('state', '<>', 'stopped')
    .where('old_email', '<>', '')
    .where('stoppable_until', '>', instantText(now))
    .execute()
  const factors = await connection
    .selectFrom('stop_link')
    .select(columns)
    .where(eb => eb.and(whose))
    .where('created_at', '<=', instantText(now))
    .where('stoppable_until', '>', instantText(now))
    .execute()
  return [
    ...changes.map(change => ({ ...change, ...inFull(change), about: 'email' as const })),
    ...factors.map(link => ({ ...link, about: 'factor' as const })),
  ].toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

/** An instance of an earlier release may have set neither. */
function inFull(
  change: Pick<Selectable<EmailChangeTable>, 'stop_email' | 'old_email' | 'disputed_since' | 'created_at'>,
) {
  return {
    stop_email: change.stop_email || change.old_email,
    disputed_since: change.disputed_since || change.created_at,
  }
}

function placeOf({ created_at, id }: StopLink): string {
  return `${created_at} ${id}`
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}

function stopSignature(keys: Runtime['keys'], id: string, keyId = keys.activeId): string {
  return sign(keys.derive('email-change-stop', keyId), id)
}
