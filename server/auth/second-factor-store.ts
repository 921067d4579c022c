/** The second factor of a user: its setup and its verification. Only this file reads and writes its rows. */
import type { Transaction } from 'kysely'
import type { Factor, SecondFactorMethod } from '#contract/second-factor-proof.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { instantText } from '#server/clock.ts'
import type { Connection, Context, Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import type { InstantText } from '#server/database/schema-columns.ts'
import { openSecret, sealSecret } from '#server/secrets/seal.ts'
import { removeRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import { accountCounter, addressCounters, type Counter, countAttempt, forgetAttempts } from './throttle.ts'
import { newSeed, stepsOfCode } from './totp.ts'

type Trx = Transaction<Database>
type Own = Pick<Runtime, 'clock' | 'keys'>

export type Proof = { readonly code?: string | undefined; readonly recoveryCode?: string | undefined }

/**
 * Counts a login try before it is made, like a password's; a known browser of the account is counted separately. Throws
 * `throttled`.
 */
export async function countProof(context: Context, userId: string, device?: string): Promise<void> {
  await countAttempt(context, countersOf(context, userId, device))
}

/** Clears the tries after a correct one. */
export async function forgetProofs(context: Context, userId: string, device?: string): Promise<void> {
  await forgetAttempts(context, countersOf(context, userId, device))
}

function countersOf(context: Context, userId: string, device: string | undefined): Counter[] {
  if (device !== undefined) return [accountCounter('second-factor', `${userId}:${device}`)]
  return [...addressCounters(context, 'second-factor'), proofCounter(userId)]
}

/**
 * Uses up a code or a recovery code. 422 `code.wrong` or `recovery_code.wrong` at its field, also for a code that was
 * used or is older than a used one; 409 `secret.unreadable` when the keys file does not fit.
 */
export async function spendProof(
  trx: Trx,
  runtime: Own,
  userId: string,
  { code, recoveryCode }: Proof,
): Promise<SecondFactorMethod> {
  if (code !== undefined) {
    if (!(await spendCode(trx, runtime, userId, code))) throw invalidField('code', 'code.wrong')
    return 'totp'
  }
  if (!(await spendRecoveryCode(trx, userId, recoveryCode ?? '', runtime.clock.now()))) {
    throw invalidField('recoveryCode', 'recovery_code.wrong')
  }
  return 'recovery_code'
}

/** The second-factor methods that complete the user's login; empty: the password is enough. */
export async function listMethods(connection: Connection, userId: string): Promise<SecondFactorMethod[]> {
  const { isOn, totpSince, passkeys, recoveryCodesLeft } = await getSecondFactor(connection, userId)
  if (!isOn) return []
  return [
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(totpSince === null ? [] : ['totp' as const]),
    ...(recoveryCodesLeft > 0 ? ['recovery_code' as const] : []),
  ]
}

export async function getSecondFactor(connection: Connection, userId: string) {
  const totp = await connection
    .selectFrom('totp')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkeys = await connection
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const { left } = await connection
    .selectFrom('recovery_code')
    .select(eb => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  const isOn = totp !== undefined || passkeys.length > 0
  return { isOn, totpSince: totp?.confirmed_at ?? null, passkeys, recoveryCodesLeft: left }
}

/** A new secret that waits for its first code; replaces an earlier pending one. 409 `second_factor.already_on`. */
export async function startTotp(trx: Trx, { clock, keys }: Own, userId: string): Promise<string> {
  await forgetSetUp(trx, userId)
  const id = newId()
  const seed = newSeed()
  const stored = await trx
    .insertInto('totp')
    .values({
      id,
      user_id: userId,
      sealed_seed: sealSecret(keys, placeOf(id), seed),
      last_step: 0,
      created_at: instantText(clock.now()),
      confirmed_at: null,
    })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) throw new AppError('second_factor.already_on')
  return seed
}

/** Turns codes on with the first code, which uses it up. 409 `second_factor.not_started`; 422 `code.wrong`. */
export async function confirmTotp(trx: Trx, { clock, keys }: Own, userId: string, code: string): Promise<void> {
  const row = await trx
    .selectFrom('totp')
    .select(['id', 'sealed_seed'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('second_factor.not_started')
  const step = stepsOfCode(openSecret(keys, placeOf(row.id), row.sealed_seed), code, clock.now()).at(-1)
  if (step === undefined) throw invalidField('code', 'code.wrong')
  const confirmed = await trx
    .updateTable('totp')
    .set({ last_step: step, confirmed_at: instantText(clock.now()) })
    .where('id', '=', row.id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (confirmed === undefined) throw new AppError('second_factor.not_started')
  await noteState(trx, userId)
}

/**
 * Turns codes off; without a passkey the recovery codes are deleted too, as they then replace nothing. 409
 * `second_factor.off`.
 */
export async function removeTotp(trx: Trx, userId: string): Promise<void> {
  const removed = await trx.deleteFrom('totp').where('user_id', '=', userId).returning('confirmed_at').execute()
  if (!removed.some(({ confirmed_at }) => confirmed_at !== null)) throw new AppError('second_factor.off')
  await noteState(trx, userId)
}

/** The methods a user has set up, in order of age; recovery codes count as one. */
export async function listFactors(connection: Connection, userId: string): Promise<Factor[]> {
  const { totpSince, passkeys } = await getSecondFactor(connection, userId)
  const codes = await connection
    .selectFrom('recovery_code')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return [
    ...passkeys.map(({ name, created_at }) => ({ kind: 'passkey' as const, name, since: created_at })),
    ...(totpSince === null ? [] : [{ kind: 'totp' as const, name: '', since: totpSince }]),
    ...(codes === undefined ? [] : [{ kind: 'recovery_codes' as const, name: '', since: codes.created_at }]),
  ]
}

/** Deletes a secret that waits for its first code: it may have been started by somebody else. */
export async function forgetSetUp(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('totp').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
}

/**
 * Removes factors set up since an instant, or all. Returns the removed ones; recovery codes are deleted with the last
 * factor they replace.
 */
export async function removeFactors(trx: Trx, userId: string, since: InstantText = ''): Promise<Factor[]> {
  const before = await listFactors(trx, userId)
  await trx.deleteFrom('totp').where('user_id', '=', userId).where('confirmed_at', '>=', since).execute()
  await trx.deleteFrom('passkey').where('user_id', '=', userId).where('created_at', '>=', since).execute()
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).where('created_at', '>=', since).execute()
  await noteState(trx, userId)
  const left = new Set((await listFactors(trx, userId)).map(factor => JSON.stringify(factor)))
  return before.filter(factor => !left.has(JSON.stringify(factor)))
}

/** Updates the state on the user's row that lists read; a passkey outranks codes. Call it after every change. */
export async function noteState(trx: Trx, userId: string): Promise<void> {
  const { isOn, passkeys } = await getSecondFactor(trx, userId)
  if (!isOn) await removeRecoveryCodes(trx, userId)
  await trx
    .updateTable('user_account')
    .set({ second_factor: passkeys.length > 0 ? 'passkey' : isOn ? 'totp' : 'off' })
    .where('id', '=', userId)
    .execute()
}

/** The step is advanced by compare-and-set: of two simultaneous uses of a code one succeeds. */
async function spendCode(trx: Trx, { clock, keys }: Own, userId: string, code: string): Promise<boolean> {
  const row = await trx
    .selectFrom('totp')
    .select(['id', 'sealed_seed'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return false
  const step = stepsOfCode(openSecret(keys, placeOf(row.id), row.sealed_seed), code, clock.now()).at(-1)
  if (step === undefined) return false
  const moved = await trx
    .updateTable('totp')
    .set({ last_step: step })
    .where('id', '=', row.id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** The counter of an account's tries in unknown browsers. */
export function proofCounter(userId: string): Counter {
  return accountCounter('second-factor', userId)
}

function placeOf(id: string) {
  return { table: 'totp', id, column: 'sealed_seed' }
}
