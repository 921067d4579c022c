/** The effect of an admin's repair of an account on its password (decision 0047). */
import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { doubtContact } from '#server/features/customers/contact-address.commands.ts'
import { endTokensMadeBy } from '#server/features/dns/dns-token-end.commands.ts'
import { withdrawErasuresAskedBy } from '#server/features/privacy/erasure-doubt.commands.ts'
import { listDisputedChanges } from './disputed-changes.queries.ts'
import { accessRepairedMail } from './password.mails.ts'
import { type EndedUsers, noUsers } from './raised-user.commands.ts'
import type { Dispute } from './stop-link.queries.ts'
import { getUser, lockAbleAdmins, type UserRow } from './user.queries.ts'
import { sendInvitation } from './user-invitation.commands.ts'

type Trx = Transaction<Database>

/**
 * Removes the password: somebody else may know it, and would be back before the owner. The current address gets a link
 * for a new one; the mail names deactivated users, ended tokens of endpoints, withdrawn deletions and the doubtful
 * contact address. No effect on an account nobody has used yet. Call it after `endAccess`, which ends earlier links, with
 * the dispute from before it; the caller audits. 409 `user.last_admin`.
 */
export async function repairAccess(
  trx: Trx,
  context: Context,
  before: UserRow,
  dispute: Dispute | undefined,
  users: EndedUsers = noUsers,
): Promise<void> {
  if (before.password_hash === null && before.last_login_at === null) return
  // The operator can restore access for the last admin.
  if (context.actor.kind === 'user' && before.is_active === 1) await demandOtherAdmin(trx, context, before)
  await trx.updateTable('user_account').set({ password_hash: null }).where('id', '=', before.id).execute()
  const { email, is_active } = await getUser(trx, context.actor, before.id)
  const contact = await doubtContact(trx, context, before, { disputedSince: dispute?.disputed_since, trusted: email })
  const makers = [before.id, ...users.ended.map(({ id }) => id)]
  const tokens = await endTokensMadeBy(trx, context, makers, dispute?.disputed_since)
  const erasures = await withdrawErasuresAskedBy(trx, context, makers, dispute?.disputed_since)
  const changes = await listDisputedChanges(trx, context, makers, dispute?.disputed_since)
  if (email !== '' && is_active === 1) {
    await sendInvitation(trx, context, before.id, (...letter) =>
      accessRepairedMail(...letter, { users, contact, tokens, erasures, changes }),
    )
  }
}

/** 409 `user.last_admin` for the only one who can log in. */
export async function demandOtherAdmin(trx: Trx, { engine }: Context, row: UserRow): Promise<void> {
  if (row.role !== 'admin') return
  const able = await lockAbleAdmins(trx, engine)
  if (able.includes(row.id) && able.length === 1) throw new AppError('user.last_admin')
}
