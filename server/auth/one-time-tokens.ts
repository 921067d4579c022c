/** Links that work once: invitation, password reset, first set-up. Only the hash of a token is stored. */
import type { Transaction } from 'kysely'
import { invitationHours, passwordResetMinutes } from '#contract/limits.ts'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { Database, OneTimeTokenTable } from '#server/database/schema.ts'
import { hashToken, newToken } from './tokens.ts'

type Kind = OneTimeTokenTable['kind']

const setUpHours = 24

const lifetimeMs: Readonly<Record<Kind, number>> = {
  invitation: invitationHours * hourMs,
  password_reset: passwordResetMinutes * minuteMs,
  set_up: setUpHours * hourMs,
}

/** A new token of a kind for a user (null: the set-up, which has none yet). Earlier ones of the kind stop working. */
export async function createOneTimeToken(
  trx: Transaction<Database>,
  kind: Kind,
  userId: string | null,
  now: Date,
): Promise<string> {
  await revokeOneTimeTokens(trx, userId, [kind])
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

/** Uses a token up; of several that try at the same time one gets its row, the others undefined. */
export async function spendOneTimeToken(trx: Transaction<Database>, token: string, kinds: readonly Kind[], now: Date) {
  return trx
    .updateTable('one_time_token')
    .set({ used_at: instantText(now) })
    .where('token_hash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantText(now))
    .returning(['kind', 'user_id'])
    .executeTakeFirst()
}

/** Makes unused tokens of a user worthless. */
export async function revokeOneTimeTokens(
  trx: Transaction<Database>,
  userId: string | null,
  kinds: readonly Kind[],
): Promise<void> {
  await trx
    .deleteFrom('one_time_token')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}
