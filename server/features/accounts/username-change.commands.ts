import type { Transaction } from 'kysely'
import type { UserInput } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import type { UserRow } from './user.queries.ts'
import { usernameChangedMail } from './username-change.mails.ts'

/** Mails a user their new login name, unless they changed it themselves or nobody has used the account yet. */
export async function warnOfUsername(
  trx: Transaction<Database>,
  context: Context,
  before: UserRow,
  { username, email }: UserInput,
): Promise<void> {
  const isOwn = context.actor.kind === 'user' && context.actor.userId === before.id
  if (isOwn || (before.password_hash === null && before.last_login_at === null)) return
  const mail = usernameChangedMail({ username })
  await warnUser(trx, context, { email, about: { userId: before.id }, kind: 'username_changed', mail })
}
