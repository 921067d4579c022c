import type { Role } from '#contract/accounts.ts'
import { AppError } from '#server/app-error.ts'
import { findOneTimeToken } from '#server/auth/one-time-tokens.ts'
import { listFactors } from '#server/auth/second-factor-store.ts'
import type { Connection, Runtime } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { isBeingTakenBack } from './stop-link.queries.ts'

/** The kinds of links for choosing a password. */
export const passwordLinkKinds = ['invitation', 'password_reset'] as const

/** The purpose of a valid link; 409 `account.token_invalid` otherwise. */
export async function getPasswordLink(connection: Connection, token: string, now: Date) {
  const link = await findOneTimeToken(connection, token, passwordLinkKinds, now)
  const kind = passwordLinkKinds.find(known => known === link?.kind)
  const user =
    link?.user_id &&
    (await connection
      .selectFrom('user_account')
      .select(['id', 'username', 'role', 'email', 'first_name', 'last_name', 'is_active', 'password_hash'])
      .where('id', '=', link.user_id)
      .executeTakeFirst())
  if (!link || !user || kind === undefined || user.is_active !== 1) throw new AppError('account.token_invalid')
  const factors = (await isBeingTakenBack(connection, user, now)) ? await listFactors(connection, user.id) : []
  return { kind, expiresAt: link.expires_at, user, factors }
}

/** Everything a person's password must not consist of, besides common ones. */
export async function passwordContextOf(
  connection: Connection,
  user: { role: Role; username: string; email: string; first_name: string; last_name: string },
) {
  const { profile } = await getProfile(connection)
  return {
    role: user.role,
    words: [user.username, user.email, user.first_name, user.last_name, profile.companyName, profile.ownerName],
  }
}

/** Active users with an address: recipients of reset links. */
export async function listUsersByEmail(connection: Connection, emailKey: string) {
  return usersToReset(connection, emailKey).execute()
}

/** One of them, locked until the end of the transaction; undefined when the address or the user is no longer valid. */
export async function lockResetUser(
  trx: Connection,
  { engine }: Pick<Runtime, 'engine'>,
  id: string,
  emailKey: string,
) {
  return usersToReset(trx, emailKey).where('id', '=', id).$call(forUpdate(engine)).executeTakeFirst()
}

function usersToReset(connection: Connection, emailKey: string) {
  return connection
    .selectFrom('user_account')
    .select(['id', 'username', 'email', 'first_name', 'last_name'])
    .where('email_key', '=', emailKey)
    .where('is_active', '=', 1)
}
