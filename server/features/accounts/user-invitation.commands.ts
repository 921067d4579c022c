/** Links for choosing the first password, or a new one after an admin's repair. */
import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { createOneTimeToken } from '#server/auth/one-time-tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { personOf } from './account.queries.ts'
import { type OneTimeLink, passwordLink } from './password.commands.ts'
import { invitationMail } from './password.mails.ts'
import { getUser, lockUser, type UserRow } from './user.queries.ts'

type Trx = Transaction<Database>

/** Mails an invitation; earlier links stop working. 409 `user.already_active`, `user.inactive`, `user.no_email`. */
export async function inviteUser(context: Context, id: string): Promise<UserRow> {
  return inTransaction(context, async trx => {
    await sendInvitation(trx, context, id)
    await recordAudit(trx, context, { action: 'user.invited', subjectKind: 'user', subjectId: id })
    return getUser(trx, context.actor, id)
  })
}

/** The invitation's link without a mail, for the operator's command line. The caller audits. */
export async function createInvitationLink(trx: Trx, context: Context, id: string): Promise<OneTimeLink> {
  const row = await lockUser(trx, context, id)
  if (row.password_hash !== null) throw new AppError('user.already_active')
  if (row.is_active !== 1) throw new AppError('user.inactive')
  const now = context.clock.now()
  const token = await createOneTimeToken(trx, 'invitation', id, now)
  await trx
    .updateTable('user_account')
    .set({ invited_at: instantText(now) })
    .where('id', '=', id)
    .execute()
  return { link: passwordLink(context, token), token }
}

/** The same in the caller's transaction, who audits. `makeMail` replaces the usual letter. */
export async function sendInvitation(
  trx: Trx,
  context: Context,
  id: string,
  makeMail: typeof invitationMail = invitationMail,
): Promise<void> {
  const row = await getUser(trx, context.actor, id)
  if (row.email === '') throw new AppError('user.no_email')
  const { link, token } = await createInvitationLink(trx, context, id)
  const sender = await getSender(trx)
  const mail = renderMail(sender, makeMail(personOf(row), sender.companyName, link))
  await enqueueMail(trx, context, { kind: 'invitation', to: row.email, about: { userId: id }, token, ...mail })
}
