/** Links that work once: invitation, password reset, first set-up. Only the hash of a token is stored. */
import type { Transaction } from 'kysely'
import { invitationHours, passwordResetMinutes } from '#contract/limits.ts'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { OneTimeTokenTable } from '#server/database/account-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms } from '#server/database/search-terms.ts'
import { hashToken, newToken } from './tokens.ts'

type Kind = OneTimeTokenTable['kind']

const setUpHours = 24

const lifetimeMs: Readonly<Record<Kind, number>> = {
  invitation: invitationHours * hourMs,
  password_reset: passwordResetMinutes * minuteMs,
  set_up: setUpHours * hourMs,
}

/**
 * A new token of a kind for a user; earlier ones of the kind stop working. For the set-up, which has no user yet
 * (null), they stay valid: each instance prints its own link.
 */
export async function createOneTimeToken(
  trx: Transaction<Database>,
  kind: Kind,
  userId: string | null,
  now: Date,
): Promise<string> {
  if (userId !== null) await revokeOneTimeTokens(trx, userId, [kind])
  const token = newToken()
  await trx
    .insertInto('one_time_token')
    .values({
      token_hash: hashToken(token),
      kind,
      user_id: userId,
      created_at: instantText(now),
      expires_at: instantText(plusMs(now, lifetimeMs[kind])),
      used_at: null,
    })
    .execute()
  return token
}

/** The token's row while it can still be used. */
export async function findOneTimeToken(connection: Connection, token: string, kinds: readonly Kind[], now: Date) {
  return connection
    .selectFrom('one_time_token')
    .select(['kind', 'user_id', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantText(now))
    .executeTakeFirst()
}

/** Whether a user has received a token of a kind since an instant that is still valid. */
export async function hasTokenSince(connection: Connection, userId: string, kind: Kind, since: Date): Promise<boolean> {
  const given = await connection
    .selectFrom('one_time_token')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('created_at', '>', instantText(since))
    .executeTakeFirst()
  return given !== undefined
}

/** Uses up a token; of several simultaneous tries one gets its row, the others undefined. */
export async function spendOneTimeToken(trx: Transaction<Database>, token: string, kinds: readonly Kind[], now: Date) {
  const spent = await trx
    .updateTable('one_time_token')
    .set({ used_at: instantText(now) })
    .where('token_hash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantText(now))
    .returning(['kind', 'user_id', 'token_hash'])
    .executeTakeFirst()
  if (spent) await takeOutOfOutbox(trx, [spent.token_hash])
  return spent
}

/** Invalidates unused tokens of a user. */
export async function revokeOneTimeTokens(
  trx: Transaction<Database>,
  userId: string,
  kinds: readonly Kind[],
): Promise<void> {
  const revoked = await trx
    .deleteFrom('one_time_token')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  await takeOutOfOutbox(
    trx,
    revoked.map(({ token_hash }) => token_hash),
  )
}

/** Removes tokens that expired before an instant, and their links in the outbox. */
export async function removeExpiredTokens(trx: Transaction<Database>, before: string): Promise<void> {
  const expired = await trx
    .deleteFrom('one_time_token')
    .where('expires_at', '<=', before)
    .returning('token_hash')
    .execute()
  await takeOutOfOutbox(
    trx,
    expired.map(({ token_hash }) => token_hash),
  )
}

/**
 * A mail's text without the token whose hash its row names: tokens are in the fragment of a link
 * (`/passwort-setzen#token=…`). Other text that looks like one was written by a person and stays.
 */
export function withoutToken(body: string, tokenHash: string | null): string {
  if (tokenHash === null) return body
  return body.replaceAll(/(#token=)([A-Za-z0-9_-]+)/g, (link, start: string, token: string) =>
    hashToken(token) === tokenHash ? `${start}entfernt` : link,
  )
}

/** Nobody may read a used link: it is removed from its mail, and a mail that still waits is not sent. */
export async function takeOutOfOutbox(trx: Transaction<Database>, tokenHashes: readonly string[]): Promise<void> {
  if (tokenHashes.length === 0) return
  const unsent = await trx
    .deleteFrom('outbox_mail')
    .where('token_hash', 'in', tokenHashes)
    .where('state', '=', 'waiting')
    .where('lease_until', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of unsent) await removeSearchTerms(trx, 'outbox_mail', id)
  const mails = await trx
    .selectFrom('outbox_mail')
    .select(['id', 'text', 'html', 'token_hash'])
    .where('token_hash', 'in', tokenHashes)
    .execute()
  for (const { id, text, html, token_hash } of mails) {
    await trx
      .updateTable('outbox_mail')
      .set({ text: withoutToken(text, token_hash), html: withoutToken(html, token_hash), token_hash: null })
      .where('id', '=', id)
      .execute()
  }
}
