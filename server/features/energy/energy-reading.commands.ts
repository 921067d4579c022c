import type { MessageRefusalCode, SentReading } from '#contract/energy-readings.ts'
import { AppError } from '#server/app-error.ts'
import { countFromAddress } from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { BoundedMap } from '#server/bounded-map.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { findSiteByToken } from './energy-reading.queries.ts'
import type { Rejection } from './reading-batch.commands.ts'
import { storeDelivery } from './reading-intake.commands.ts'

/** Approximate size as JSON. */
const bytesPerReading = 100

/** Senders by the hashes of their tokens, which were valid when something was stored. */
const knownSenders = new WeakMap<Context['db'], BoundedMap<string, true>>()
const sendersMax = 20_000

/**
 * Demands the token of a site: 404 for an invalid one, 429 `throttled` for a network that guesses tokens. A sender that
 * has stored readings before passes without a database query: the transaction that stores them decides again.
 */
export async function demandSender(context: Context, token: string): Promise<void> {
  const hash = hashToken(token)
  if (knownSenders.get(context.db)?.has(hash) || (await findSiteByToken(context.db, hash)) !== undefined) return
  await countFromAddress(context, 'energy')
  throw new AppError('not_found')
}

function noteSender({ db }: Context, hash: string, isValid: boolean): void {
  const known = knownSenders.get(db) ?? new BoundedMap<string, true>(sendersMax)
  knownSenders.set(db, known)
  if (isValid) known.set(hash, true)
  else known.delete(hash)
}

/**
 * Stores the readings of a batch, in any order, whether sent before or not; they are on disk when this returns. An
 * invalid one does not affect the others. 404 for a token that is no longer valid, 429 `budget.used_up` for a site that
 * fills the database.
 */
export async function takeReadings(
  context: Context,
  token: string,
  readings: readonly SentReading[],
): Promise<{ accepted: number; rejected: Rejection[] }> {
  const hash = hashToken(token)
  const rejected = await storeDelivery(context, {
    proof: { by: 'token', value: hash },
    bytes: readings.length * bytesPerReading,
    read: async () => ({ readings, refused: [] }),
  })
  noteSender(context, hash, rejected !== null)
  if (rejected === null) throw new AppError('not_found')
  return { accepted: readings.length - rejected.length, rejected: [...rejected] }
}

/**
 * Stores a push that was refused as a whole for the page of its site: without channel and value, which could not be
 * read. Does nothing for a token that is no longer valid.
 */
export async function noteRefusedPush(context: Context, token: string, error: AppError): Promise<void> {
  const arrivedAt = instantText(context.clock.now())
  const refused = { message: { topic: '', payload: Buffer.alloc(0) }, arrivedAt, code: refusalOf(error) }
  const hash = hashToken(token)
  const outcome = await storeDelivery(context, {
    proof: { by: 'token', value: hash },
    bytes: 0,
    read: async () => ({ readings: [], refused: [refused] }),
  })
  noteSender(context, hash, outcome !== null)
}

function refusalOf({ code, errors = [] }: AppError): MessageRefusalCode {
  if (code === 'request.body_too_large') return 'message.too_large'
  const isTooMany = errors.some(error => error.field === 'readings' && error.code === 'too_long')
  return isTooMany ? 'message.too_many' : 'message.invalid'
}
