import type { Body } from '#contract/endpoint.ts'
import type { passkeys } from '#contract/passkeys.ts'
import { AppError } from '#server/app-error.ts'
import { knownDevice, markDevice } from '#server/auth/known-devices.ts'
import { askForProof, checkProof, hasPasskey, siteAt } from '#server/auth/passkey-ceremony.ts'
import { findPendingLogin, takePendingLogin } from '#server/auth/pending-logins.ts'
import { addressCounters, countFromAddress, forgiveAttempt } from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { findAccount } from './account.queries.ts'
import { failLogin } from './failed-login.commands.ts'
import type { LoggedIn } from './login.commands.ts'
import { enter } from './session-start.commands.ts'

type Browser = { token: string | undefined; deviceMark: string | undefined }

/** The challenge for a browser: during a pending login, only that user's passkeys are accepted. 429. */
export async function startPasskeyLogin(context: Context, token: string | undefined) {
  await countFromAddress(context, 'passkey-challenge')
  const userId = token === undefined ? undefined : await findPendingLogin(context.db, token, context.clock.now())
  return askForProof(context, siteAt(baseUrl(context.config)), userId)
}

/**
 * Opens a session for the owner of a passkey: it has verified its owner, so it replaces password and second factor. 409
 * `passkey.refused`, also for an account without a password, 429; 401 for a disabled one.
 */
export async function logInWithPasskey(
  context: Context,
  { credential }: Body<typeof passkeys.logIn>,
  { token, deviceMark }: Browser,
): Promise<LoggedIn> {
  const fail = (userId?: string) => (error: unknown) => failLogin(context, error, userId)
  await countFromAddress(context, 'passkey').catch(fail())
  const { userId, passkeyId } = await checkProof(context, siteAt(baseUrl(context.config)), credential).catch(error => {
    context.log.warn({ address: context.address }, 'passkey refused')
    return fail()(error)
  })
  const account = await findAccount(context.db, userId)
  if (account === undefined) throw new AppError('passkey.refused')
  // Recovered and without a new password yet: its owner has not decided which passkeys stay (decision 0047).
  if (account.password_hash === null) await fail(account.id)(new AppError('passkey.refused'))
  const now = context.clock.now()
  const isKnownDevice = knownDevice(context.keys, deviceMark, account, now) !== undefined
  const session = await inTransaction(context, async trx => {
    if (token !== undefined) await takePendingLogin(trx, token, now)
    if (!(await hasPasskey(trx, passkeyId))) throw new AppError('passkey.refused')
    return enter(trx, context, account, { isKnownDevice, method: 'passkey' })
  }).catch(fail(account.id))
  const counters = ['passkey', 'passkey-challenge'].flatMap(name => addressCounters(context, name))
  await forgiveAttempt(context, counters)
  return { session, deviceMark: markDevice(context.keys, account, now) }
}
