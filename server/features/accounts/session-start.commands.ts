/** The steps after a user has proven their identity, by any method. */
import type { Transaction } from 'kysely'
import { deviceName } from '#contract/device-name.ts'
import type { SecondFactorMethod } from '#contract/second-factor-proof.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Actor } from '#server/auth/actor.ts'
import { recordEndedImpersonations } from '#server/auth/impersonation-end.ts'
import { getSecondFactor } from '#server/auth/second-factor-store.ts'
import { endOldestSessionsOf } from '#server/auth/session-count.ts'
import { endSession, type NewSession, openSession } from '#server/auth/sessions.ts'
import { countOfDay } from '#server/auth/throttle.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { type findAccount, personOf } from './account.queries.ts'
import { unknownDeviceMail } from './password.mails.ts'
import { recoveryCodeUsedMail } from './second-factor.mails.ts'

type Trx = Transaction<Database>
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** No real user logs in that often. */
export const loginsPerDay = 200

/**
 * Opens a session and ends the browser's previous one. `method` is the second factor used. Throws
 * `session.login_failed` for an account that was disabled or recovered meanwhile, `throttled` beyond the daily logins.
 * Audits: call it last.
 */
export async function enter(
  trx: Trx,
  context: Context,
  account: Account,
  { isKnownDevice, method }: { isKnownDevice: boolean; method?: SecondFactorMethod },
): Promise<NewSession> {
  const entered = await trx
    .updateTable('user_account')
    .set({ last_login_at: instantText(context.clock.now()) })
    .where('id', '=', account.id)
    .where('is_active', '=', 1)
    // All access may have been ended during the check.
    .where('access_generation', '=', account.access_generation)
    .returning('id')
    .executeTakeFirst()
  if (entered === undefined) throw new AppError('session.login_failed')
  const { actor } = context
  const ended = actor.kind === 'user' ? await endSession(trx, actor.userId, actor.sessionId) : []
  // When all access ends, the owner gets the day's logins again: a thief may have used them up.
  await countOfDay(trx, context.clock, `logins:${account.id}:${account.access_generation}`, loginsPerDay, {
    code: 'throttled',
  })
  const session = await openSession(trx, context, account)
  ended.push(...(await endOldestSessionsOf(trx, account.id)))
  // The very first login is the owner's.
  if (!isKnownDevice && account.last_login_at !== null) await warnOfLogin(trx, context, account)
  await recordEndedImpersonations(trx, context, ended, 'session ended')
  const own = { ...context, actor: actorOf(account, session.sessionId) }
  const subject = { subjectKind: 'user' as const, subjectId: account.id }
  if (method === 'recovery_code') await recordAudit(trx, own, { action: 'user.recovery_code_used', ...subject })
  await recordAudit(trx, own, { action: 'session.started', ...subject, ...(method && { details: method }) })
  return session
}

/** A found code opens the account once: its owner must know, and how many are left. */
export async function warnOfRecoveryCode(trx: Trx, context: Context, account: Account): Promise<void> {
  const { clock, config } = context
  const { recoveryCodesLeft } = await getSecondFactor(trx, account.id)
  const url = `${baseUrl(config)}/user-settings#zweiter-faktor`
  const mail = recoveryCodeUsedMail(personOf(account), { at: clock.now(), left: recoveryCodesLeft, url })
  await warnUser(trx, context, {
    email: account.email,
    about: { userId: account.id },
    kind: 'recovery_code_used',
    mail,
  })
}

/** A login from an unknown browser: the owner must know. */
async function warnOfLogin(trx: Trx, context: Context, account: Account): Promise<void> {
  const { clock, config, address, userAgent } = context
  const login = { at: clock.now(), device: deviceName(userAgent), address, url: `${baseUrl(config)}/user-settings` }
  const mail = unknownDeviceMail(personOf(account), login)
  await warnUser(trx, context, {
    email: account.email,
    about: { userId: account.id },
    kind: 'login_unknown_device',
    mail,
  })
}

function actorOf(account: Account, sessionId: string): Actor {
  return {
    kind: 'user',
    userId: account.id,
    username: account.username,
    name: `${account.first_name} ${account.last_name}`.trim() || account.username,
    role: account.role,
    customerId: null,
    sessionId,
    impersonation: null,
  }
}
