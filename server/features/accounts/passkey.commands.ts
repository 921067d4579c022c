/** The passkeys of the user's own account. */
import type { Transaction } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import { passkeysMax } from '#contract/limits.ts'
import type { passkeys } from '#contract/passkeys.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { UserActor } from '#server/auth/actor.ts'
import {
  askForRegistration,
  checkRegistration,
  insertPasskey,
  listPasskeys,
  removePasskey,
  siteAt,
} from '#server/auth/passkey-ceremony.ts'
import { replaceRecoveryCodes } from '#server/auth/recovery-codes.ts'
import { getSecondFactor } from '#server/auth/second-factor-store.ts'
import type { NewSession } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { lockOwnAccount, renewSessions } from './second-factor.commands.ts'
import { passkeyAddedMail, passkeyRemovedMail, secondFactorOffMail } from './second-factor.mails.ts'

type Trx = Transaction<Database>

export async function startRegistration(context: Context, actor: UserActor) {
  await demandRoom(context, actor)
  const { profile } = await getProfile(context.db)
  const { userId: id, username, name } = actor
  return askForRegistration(
    context,
    siteAt(baseUrl(context.config)),
    { id, username, name },
    profile.companyName || 'Kundenportal',
  )
}

/**
 * Stores a passkey. All other sessions end and this one gets a new token; the very first second factor brings recovery
 * codes. 409 `passkey.refused`, `passkey.too_many`.
 */
export async function addPasskey(
  context: Context,
  actor: UserActor,
  { name, credential }: Body<typeof passkeys.add>,
): Promise<{ session: NewSession; recoveryCodes: string[] }> {
  await demandRoom(context, actor)
  const passkey = await checkRegistration(context, siteAt(baseUrl(context.config)), actor.userId, credential)
  return inTransaction(context, async trx => {
    const since = await lockOwnAccount(trx, context, actor)
    const { isOn } = await getSecondFactor(trx, actor.userId)
    await insertPasskey(trx, context, actor.userId, name, passkey)
    const recoveryCodes = isOn ? [] : await replaceRecoveryCodes(trx, actor.userId, context.clock.now())
    const session = await renewSessions(trx, context, actor, { mail: passkeyAddedMail, since })
    await record(trx, context, actor, 'user.passkey_added')
    return { session, recoveryCodes }
  })
}

/** 404 `not_found` for passkeys of others. */
export async function renamePasskey(context: Context, actor: UserActor, id: string, name: string | undefined) {
  return inTransaction(context, async trx => {
    const renamed = await trx
      .updateTable('passkey')
      .set(eb => ({ name: name ?? eb.ref('name') }))
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirst()
    if (renamed === undefined) throw new AppError('not_found')
    if (name !== undefined) await record(trx, context, actor, 'user.passkey_renamed')
    return renamed
  })
}

/** With the last one, and no codes, the second factor is off. 404 `not_found`. */
export async function deletePasskey(context: Context, actor: UserActor, id: string): Promise<NewSession> {
  return inTransaction(context, async trx => {
    await lockOwnAccount(trx, context, actor)
    await removePasskey(trx, actor.userId, id)
    const { isOn } = await getSecondFactor(trx, actor.userId)
    const session = await renewSessions(trx, context, actor, { mail: isOn ? passkeyRemovedMail : secondFactorOffMail })
    await record(trx, context, actor, 'user.passkey_removed')
    return session
  })
}

async function demandRoom({ db }: Context, { userId }: UserActor): Promise<void> {
  if ((await listPasskeys(db, userId)).length >= passkeysMax) throw new AppError('passkey.too_many')
}

async function record(
  trx: Trx,
  context: Context,
  { userId }: UserActor,
  action: 'user.passkey_added' | 'user.passkey_renamed' | 'user.passkey_removed',
): Promise<void> {
  await recordAudit(trx, context, { action, subjectKind: 'user', subjectId: userId })
}
