/** The second factor of the user's own account: set up, turned off, its recovery codes renewed. */
import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import { demandOwnPassword } from '#server/auth/reauthentication.ts'
import { countReauthentication, forgetReauthentications } from '#server/auth/reauthentication-throttle.ts'
import { replaceRecoveryCodes } from '#server/auth/recovery-codes.ts'
import {
  confirmTotp,
  getSecondFactor,
  type Proof,
  removeTotp,
  spendProof,
  startTotp,
} from '#server/auth/second-factor-store.ts'
import { endSessionsOf, type NewSession, renewToken } from '#server/auth/sessions.ts'
import { otpauthUri } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import type { MailContent } from '#server/mail/layout.ts'
import { findAccount, isSessionOpen, lockAccount, personOf } from './account.queries.ts'
import {
  recoveryCodesRenewedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  totpRemovedMail,
} from './second-factor.mails.ts'
import { warnOfAccess } from './stop-link.commands.ts'
import type { Stop } from './stop-link.mails.ts'

type Trx = Transaction<Database>
/** The content of a warning; `since`: an instant before the addition. */
type Notice = {
  readonly mail: (person: ReturnType<typeof personOf>, change: { at: Date; url: string; stop?: Stop }) => MailContent
  readonly since?: Date
}

/** A secret for the app; it has no effect before its first code was entered. 409 `second_factor.already_on`. */
export async function startSetUp(context: Context, actor: UserActor): Promise<{ secret: string; uri: string }> {
  return inTransaction(context, async trx => {
    const secret = await startTotp(trx, context, actor.userId)
    const { profile } = await getProfile(trx)
    const issuer = profile.companyName || 'Kundenportal'
    return { secret, uri: otpauthUri(secret, { issuer, account: actor.username }) }
  })
}

/**
 * Turns codes on with the first one. All other sessions end and this one gets a new token. 409
 * `second_factor.not_started`, 422 `code.wrong`, 429.
 */
export async function confirmSetUp(
  context: Context,
  actor: UserActor,
  code: string,
): Promise<{ session: NewSession; recoveryCodes: string[] }> {
  await countReauthentication(context, 'second-factor', actor)
  const confirmed = await inTransaction(context, async trx => {
    const since = await lockOwnAccount(trx, context, actor)
    await confirmTotp(trx, context, actor.userId, code)
    const recoveryCodes = await replaceRecoveryCodes(trx, actor.userId, context.clock.now())
    const session = await renewSessions(trx, context, actor, { mail: secondFactorOnMail, since })
    await recordAudit(trx, context, {
      action: 'user.second_factor_on',
      subjectKind: 'user',
      subjectId: actor.userId,
      details: 'totp',
    })
    return { session, recoveryCodes }
  })
  await forgetReauthentications(context, 'second-factor', actor)
  return confirmed
}

/**
 * Turns codes off: neither the password nor the open session is enough alone. 409 `second_factor.off`; 422
 * `password.wrong`, `code.wrong` or `recovery_code.wrong`; 429.
 */
export async function turnOff(
  context: Context,
  actor: UserActor,
  { password, ...proof }: Proof & { password: string },
): Promise<NewSession> {
  await demandOwnPassword(context, actor, 'password', password)
  if ((await getSecondFactor(context.db, actor.userId)).totpSince === null) throw new AppError('second_factor.off')
  await countReauthentication(context, 'second-factor', actor)
  const renewed = await inTransaction(context, async trx => {
    await lockOwnAccount(trx, context, actor)
    const method = await spendProof(trx, context, actor.userId, proof)
    await removeTotp(trx, actor.userId)
    const { isOn } = await getSecondFactor(trx, actor.userId)
    const session = await renewSessions(trx, context, actor, { mail: isOn ? totpRemovedMail : secondFactorOffMail })
    await recordAudit(trx, context, {
      action: 'user.second_factor_off',
      subjectKind: 'user',
      subjectId: actor.userId,
      details: method,
    })
    return session
  })
  await forgetReauthentications(context, 'second-factor', actor)
  return renewed
}

/** Ten new codes; the earlier ones, used or not, are void. 409 `second_factor.off`. */
export async function renewRecoveryCodes(context: Context, actor: UserActor): Promise<string[]> {
  return inTransaction(context, async trx => {
    const since = await lockOwnAccount(trx, context, actor)
    if (!(await getSecondFactor(trx, actor.userId)).isOn) throw new AppError('second_factor.off')
    const codes = await replaceRecoveryCodes(trx, actor.userId, context.clock.now())
    await warn(trx, context, actor, { mail: recoveryCodesRenewedMail, since })
    await recordAudit(trx, context, {
      action: 'user.recovery_codes_renewed',
      subjectKind: 'user',
      subjectId: actor.userId,
    })
    return codes
  })
}

/** Sessions opened under the old rules must log in again under the new ones. */
export async function renewSessions(trx: Trx, context: Context, actor: UserActor, notice: Notice): Promise<NewSession> {
  const ended = await endSessionsOf(trx, actor.userId, actor.sessionId)
  const session = await renewToken(trx, context, actor.sessionId)
  if (session === undefined) throw new AppError('session.required')
  await warn(trx, context, actor, notice)
  await recordEndedImpersonations(trx, context, ended, 'session ended')
  return session
}

/**
 * Locks the own account before its factors change: two simultaneous changes wait for each other. Returns the instant
 * before the change. 401 `session.required` when the session has ended meanwhile, e.g. by a stop.
 */
export async function lockOwnAccount(trx: Trx, context: Context, { userId, sessionId }: UserActor): Promise<Date> {
  const account = await lockAccount(trx, context, userId)
  if (account === undefined || !(await isSessionOpen(trx, sessionId))) throw new AppError('session.required')
  return context.clock.now()
}

async function warn(trx: Trx, context: Context, actor: UserActor, { mail, since }: Notice): Promise<void> {
  const account = await findAccount(trx, actor.userId)
  if (account === undefined) throw new AppError('session.required')
  const change = { at: context.clock.now(), url: `${baseUrl(context.config)}/user-settings#zweiter-faktor` }
  await warnOfAccess(trx, context, account, {
    kind: 'second_factor_changed',
    ...(since && { since }),
    makeMail: stop => mail(personOf(account), { ...change, ...(stop && { stop }) }),
  })
}
