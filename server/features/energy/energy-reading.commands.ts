import type { MessageRefusalCode, SentReading } from '#contract/energy-readings.ts'
import { AppError } from '#server/app-error.ts'
import { countFromAddress } from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { findSiteByToken } from './energy-reading.queries.ts'
import type { Rejection } from './reading-batch.commands.ts'
import { storeDelivery } from './reading-intake.commands.ts'

/** As JSON, about. */
const bytesPerReading = 100

/**
 * The id of the site whose senders have the token. 404 for an invalid one, 429 `throttled` for a network that guesses
 * tokens.
 */
export async function demandSender(context: Context, token: string): Promise<string> {
  const site = await findSiteByToken(context.db, hashToken(token))
  if (site !== undefined) return site.id
  await countFromAddress(context, 'energy')
  throw new AppError('not_found')
}

/**
 * Stores the readings of a batch, in any order, whether sent before or not; they are on disk when this returns. What is
 * wrong with one affects none of the others. 404 for a token that is not valid any more, 429 `budget.used_up` for a site
 * that fills the database.
 */
export async function takeReadings(
  context: Context,
  token: string,
  readings: readonly SentReading[],
): Promise<{ accepted: number; rejected: Rejection[] }> {
  const rejected = await storeDelivery(context, {
    proof: { by: 'token', value: hashToken(token) },
    bytes: readings.length * bytesPerReading,
    read: async () => ({ readings, refused: [] }),
  })
  if (rejected === null) throw new AppError('not_found')
  return { accepted: readings.length - rejected.length, rejected: [...rejected] }
}

/**
 * Keeps a push that was refused as a whole for the page of its site: without channel and value, which nobody could read.
 * Nothing for a token that is not valid any more.
 */
export async function noteRefusedPush(context: Context, token: string, error: AppError): Promise<void> {
  const arrivedAt = instantText(context.clock.now())
  const refused = { message: { topic: '', payload: Buffer.alloc(0) }, arrivedAt, code: refusalOf(error) }
  await storeDelivery(context, {
    proof: { by: 'token', value: hashToken(token) },
    bytes: 0,
    read: async () => ({ readings: [], refused: [refused] }),
  })
}

function refusalOf({ code, errors = [] }: AppError): MessageRefusalCode {
  if (code === 'request.body_too_large') return 'message.too_large'
  const isTooMany = errors.some(error => error.field === 'readings' && error.code === 'too_long')
  return isTooMany ? 'message.too_many' : 'message.invalid'
}
