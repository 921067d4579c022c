/**
 * Logins with a correct password whose second factor is still missing. They are not sessions: the token is in another
 * cookie and another table, and can only complete the login.
 */
import type { Transaction } from 'kysely'
import { pendingLoginMinutes } from '#contract/limits.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { hashToken, newToken } from './tokens.ts'

type Trx = Transaction<Database>

export type NewPendingLogin = { readonly token: string; readonly until: Date }

export async function openPendingLogin(trx: Trx, userId: string, now: Date): Promise<NewPendingLogin> {
  const token = newToken()
  const until = plusMs(now, pendingLoginMinutes * minuteMs)
  await trx
    .insertInto('pending_login')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: instantText(now),
      expires_at: instantText(until),
    })
    .execute()
  return { token, until }
}

/** The user of the pending login with this token. */
export async function findPendingLogin(connection: Connection, token: string, now: Date): Promise<string | undefined> {
  const row = await connection
    .selectFrom('pending_login')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', instantText(now))
    .executeTakeFirst()
  return row?.user_id
}

/** Takes the pending login; of several simultaneous tries one gets true. */
export async function takePendingLogin(trx: Trx, token: string, now: Date): Promise<boolean> {
  const taken = await trx
    .deleteFrom('pending_login')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', instantText(now))
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Ends the pending logins of a user: the password they began with is no longer valid. */
export async function endPendingLoginsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('pending_login').where('user_id', '=', userId).execute()
}

export async function removeExpiredPendingLogins(connection: Connection, now: Date): Promise<void> {
  await connection.deleteFrom('pending_login').where('expires_at', '<=', instantText(now)).execute()
}
